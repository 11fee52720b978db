package dev.bascule.studies.bisect;

/** Hears how a search gets on. Called from its thread. */
public interface BisectListener {

    /** What is done now. */
    void phase(String activity);

    /** A pair was run once more. */
    void ran(Step step);

    /**
     * One run.
     *
     * @param number of the pair among those looked at, from 1
     * @param expected how many there will be if all goes well
     * @param tally its runs so far, this one the last
     */
    record Step(int number, int expected, VersionPair pair, Tally tally) {
        public ProbeState state() {
            return tally.runs().get(tally.runs().size() - 1);
        }
    }

    static BisectListener silent() {
        return new BisectListener() {
            @Override
            public void phase(String activity) {}

            @Override
            public void ran(Step step) {}
        };
    }
}
