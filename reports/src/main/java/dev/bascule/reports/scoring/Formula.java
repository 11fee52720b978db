package dev.bascule.reports.scoring;

import java.util.List;

/** The score's formula in words: the one place that reports print it from. {@link Scorer} computes exactly this. */
public final class Formula {
    static final int RIGHT = 40;
    static final int PLACEMENT = 30;
    static final int SPEED = 15;
    static final int ACCELERATION = 15;
    /** Acceleration earns all its points from this speed on. */
    static final double FULL_ACCELERATION = 8;

    private Formula() {}

    /** In one line. */
    public static final String LINE = "score = %d right + %d × placement + %d × min(1, s) + %d × acceleration"
            .formatted(RIGHT, PLACEMENT, SPEED, ACCELERATION);

    /** What the words of the line mean, one sentence each. */
    public static final List<String> NOTES = List.of(
            "right: every checked output lies within the tolerance of the reference. Otherwise the score is 0, and so it is"
                    + " for WRONG, FAILED, CRASHED, TIMED_OUT and FLAKY.",
            "placement: the share of the graph's nodes that the engine's own record shows on the backend asked for first. An"
                    + " API's word is no record and earns nothing; a fallback reached another backend and earns nothing.",
            "s: the native CPU's time over this cell's, same model, same run; interleaved where it was so measured, else"
                    + " of the two medians. Not measured, it earns nothing.",
            "acceleration: log2(s) / log2(%d), from 0 to 1, and only on a device that the evidence shows to be a hardware GPU or"
                            .formatted((int) FULL_ACCELERATION)
                    + " NPU. A software adapter earns nothing here, so a CPU can reach %d."
                            .formatted(RIGHT + PLACEMENT + SPEED),
            "UNSUPPORTED and SKIPPED cells, and cells whose outputs nobody checked, have no score: there is nothing to"
                    + " judge. They are not 0, and count in no average.");
}
