package dev.bascule.reports.comparison;

/**
 * What a comparison holds its figures against.
 *
 * @param level below which a p-value, corrected by Holm for everything compared, claims a difference
 * @param margin within which two sides are called equivalent, where that is shown: 0.05 is a ratio of 1/1.05 to 1.05
 * @param threshold a slowdown below this share is no regression, however sure it is
 * @param seed of resampling
 * @param metric which times are compared
 */
public record ComparisonOptions(double level, double margin, double threshold, long seed, ComparedMetric metric) {
    /**
     * Of a hundred reports on equal sides one claims any difference. The threshold is 2 %, for the estimate of a true slowdown of
     * 5 % lies below 5 % half the time: so one such case of ten is found by 16 runs a side in more than 95 of 100 reports, where
     * runs differ by 2 %; 10 runs find it in 70. This holds for runs of both sides that take turns on one machine. Sides that were
     * measured one after the other are held against what their sessions may differ by besides, and show no less than 8 to 10 %,
     * however many their runs are.
     */
    public static final ComparisonOptions DEFAULT =
            new ComparisonOptions(0.01, 0.05, 0.02, 42, ComparedMetric.INFERENCE);

    /** Of the two one-sided tests that show equivalence, and the complement of what intervals cover. */
    public static final double USUAL_LEVEL = 0.05;

    public ComparisonOptions {
        if (!(level > 0 && level < 0.5) || !(margin > 0) || !(threshold >= 0)) {
            throw new IllegalArgumentException("level %s, margin %s, threshold %s".formatted(level, margin, threshold));
        }
    }

    public ComparisonOptions withThreshold(double share) {
        return new ComparisonOptions(level, margin, share, seed, metric);
    }

    public ComparisonOptions withMargin(double share) {
        return new ComparisonOptions(level, share, threshold, seed, metric);
    }

    public ComparisonOptions withSeed(long value) {
        return new ComparisonOptions(level, margin, threshold, value, metric);
    }

    public ComparisonOptions with(ComparedMetric value) {
        return new ComparisonOptions(level, margin, threshold, seed, value);
    }
}
