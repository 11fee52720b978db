package dev.bascule.studies.distributed;

/** What must hold in each run. */
public enum Invariant {
    COMPLETE("each rank said all that it was asked for, in times that the host's clock has room for"),
    VALUES("each result is what the host computes"),
    COMMUNICATION("the bytes that were counted are those that must be sent"),
    LINK_LIMIT("nothing is faster than its link"),
    LINK_LATENCY("what is sent is on its way as long as it is to be"),
    EQUALS_ONE("many workers end where one with the whole batch ends"),
    SAME_PARAMETERS("all ranks have the same parameters at each checkpoint"),
    SHARDS("each rank took as many samples as its shard has, together the batch, none twice"),
    REPLICAS("what several ranks hold is the same at each checkpoint, bit for bit"),
    SAMPLES("each replica took its share of the batch, its last stage what its first took, no sample twice"),
    ACCUMULATION("gradients added up without talking end where talking each time ends"),
    RECOVERY("a run that was disturbed goes on in time, and ends where an undisturbed one ends"),
    ADMISSION("ranks of different versions are not let in"),
    GRADIENTS("each replica's gradients are the exact ones of its part of the batch, within rounding"),
    REDUCTION("all gradients together are the exact ones of the whole batch, within rounding"),
    FRESH("each gradient that was added up is numbers, not all of them zero, and not those of the round before"),
    RESHARDED(
            "where others took over a replica's share, all together is the exact gradient of the whole batch, within rounding"),
    ENDS_AS_ONE(
            "the parameters at the end are one worker's that is given just the samples that came, within what rounding grows to"),
    REPEATED("the same replicas come to the same bits once more");

    private final String words;

    Invariant(String words) {
        this.words = words;
    }

    public String words() {
        return words;
    }

    public enum Verdict {
        HOLDS,
        BROKEN,
        /** Nothing was seen that could have broken it. */
        NOT_JUDGED
    }

    /**
     * Whether it held.
     *
     * @param words what was seen
     */
    public record Finding(Invariant invariant, Verdict verdict, String words) {
        public boolean holds() {
            return verdict == Verdict.HOLDS;
        }

        public boolean broken() {
            return verdict == Verdict.BROKEN;
        }
    }

    public Finding of(boolean holds, String seen) {
        return new Finding(this, holds ? Verdict.HOLDS : Verdict.BROKEN, seen);
    }

    public Finding notJudged(String seen) {
        return new Finding(this, Verdict.NOT_JUDGED, seen);
    }
}
