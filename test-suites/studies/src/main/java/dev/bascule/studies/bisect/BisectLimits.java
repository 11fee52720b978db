package dev.bascule.studies.bisect;

import java.time.Duration;

/**
 * How far a search goes.
 *
 * @param endRuns equal runs after which an end counts as good or bad throughout, at least 2
 * @param mostRuns runs of one version after which nothing is said of it, at least {@code endRuns}
 * @param samples versions looked at on each side of a boundary, for others beyond it
 * @param total time for all of it
 */
public record BisectLimits(int endRuns, int mostRuns, int samples, Duration total) {
    private static final int FLAKY_END = 40;
    private static final int MOST = 80;
    private static final int SAMPLES = 3;

    public BisectLimits {
        if (endRuns < 2 || mostRuns < endRuns || samples < 0) {
            throw new IllegalArgumentException("%d, %d, %d".formatted(endRuns, mostRuns, samples));
        }
    }

    /** For a failure that is there or is not. */
    public static BisectLimits usual(Duration total) {
        return new BisectLimits(5, MOST, SAMPLES, total);
    }

    /** For a failure that comes and goes: one seen in a fifth of all runs is missed at an end in 1 search of 7000. */
    public static BisectLimits flaky(Duration total) {
        return new BisectLimits(FLAKY_END, MOST, SAMPLES, total);
    }

    public BisectLimits sampling(int versions) {
        return new BisectLimits(endRuns, mostRuns, versions, total);
    }
}
