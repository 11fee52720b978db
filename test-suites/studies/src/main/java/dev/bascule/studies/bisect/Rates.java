package dev.bascule.studies.bisect;

/**
 * How often a good and a bad version fail, by what the ends showed. Immutable.
 *
 * @param good share of runs of a good version that fail
 * @param bad share of runs of a bad version that fail
 */
record Rates(double good, double bad) {
    /** Beta(0.15, 0.15): most faults show always or never, so that three equal runs speak for that. */
    private static final double PRIOR = 0.15;

    static Rates of(Tally good, Tally bad) {
        return new Rates(rate(good), rate(bad));
    }

    private static double rate(Tally tally) {
        return (tally.bad() + PRIOR) / (tally.clear() + 2 * PRIOR);
    }

    /** The logarithm of how much likelier these runs are of a bad version than of a good one. */
    double evidence(Tally tally) {
        return tally.bad() * Math.log(bad / good) + (tally.clear() - tally.bad()) * Math.log((1 - bad) / (1 - good));
    }
}
