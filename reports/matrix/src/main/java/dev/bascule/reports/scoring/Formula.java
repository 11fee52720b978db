package dev.bascule.reports.scoring;

import java.util.List;

/** The score's formula in words: the one place that reports print it from. {@link Scorer} computes exactly this. */
public final class Formula {
    static final int RIGHT = 40;
    static final int PLACEMENT = 20;
    static final int SPEED = 40;
    /** Speed earns its first point above this share of the native CPU's. */
    static final double NO_SPEED = 1.0 / 32;
    /** Speed earns all its points from here on. */
    static final double FULL_SPEED = 8;

    private Formula() {}

    /** In one line. */
    public static final String LINE =
            "score = %d right + %d × placement + %d × speed".formatted(RIGHT, PLACEMENT, SPEED);

    /** Why a cell that fell back has no more points. */
    public static final String FELL_BACK =
            "FELL_BACK: right outputs earn their %d, and s is the speed of the backend that was reached. Of placement it earns"
                            .formatted(RIGHT)
                    + " nothing, since no node ran where it was to.";

    /** What the words of the line mean, one sentence each. */
    public static final List<String> NOTES = List.of(
            "right: every checked output lies within the tolerance of the reference. Otherwise the score is 0, and so"
                    + " it is for WRONG, FAILED, CRASHED, TIMED_OUT and FLAKY. Of the %d points each output earns its share; one"
                            .formatted(RIGHT)
                    + " that is empty, has no finite value, is the same whatever the inputs, or is random is not judged and earns"
                    + " none. Of a cell that is right for narrower sums or products only, and PARTIAL for that, the score says so.",
            "placement: the share of the graph's nodes that the engine's own record shows on the backend asked for"
                    + " first. An API's word is no record and earns nothing; a fallback reached another backend and earns"
                    + " nothing.",
            "speed: (log2(s) + 5) / 8, from 0 at 1/32 of the native CPU's speed to 1 at %d times it, so that each doubling earns"
                            .formatted((int) FULL_SPEED)
                    + " the same: %.0f points. The native CPU itself has %.0f."
                            .formatted(SPEED / 8.0, SPEED * share(1)),
            "s: the native CPU's time over this cell's, same model, same run; interleaved where it was so measured,"
                    + " else of the two medians. Not measured, it earns nothing. More than 1 counts only where the"
                    + " engine's own record proves the place, and only on an adapter that is shown to be hardware, where"
                    + " there is one.",
            FELL_BACK,
            "UNSUPPORTED and SKIPPED cells, and cells that nobody timed or whose outputs nobody checked, have no"
                    + " score: there is nothing to judge. They are not 0, and count in no average.");

    /**
     * The share of the points for speed.
     *
     * @param s how many times as fast as the native CPU
     */
    static double share(double s) {
        double log = Math.log(s / NO_SPEED) / Math.log(FULL_SPEED / NO_SPEED);
        return Math.max(0, Math.min(1, log));
    }
}
