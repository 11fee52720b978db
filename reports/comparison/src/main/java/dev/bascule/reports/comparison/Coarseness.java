package dev.bascule.reports.comparison;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;

/**
 * What the steps of a clock alone make of two sides: the variance of a run's log median of each. A median is known to one step,
 * evenly spread over it; a step that is nothing to the slow side may be much to the fast one.
 */
record Coarseness(double baseline, double candidate) {
    /** Clocks tell no less than a nanosecond; what is less between two samples is what doubles make of a decimal. */
    private static final double LEAST_STEP_MILLIS = 1e-6;

    static Coarseness of(List<RunSamples> baseline, List<RunSamples> candidate) {
        double step = step(sorted(Stream.concat(baseline.stream(), candidate.stream())));
        return new Coarseness(variance(step, baseline), variance(step, candidate));
    }

    /** The variance that steps make of the log medians of one side alone. */
    static double of(List<RunSamples> runs) {
        return runs.isEmpty() ? 0 : variance(step(sorted(runs.stream())), runs);
    }

    /**
     * The smallest difference between any two samples, which for a fine clock is next to nothing; infinite where all are the same.
     * Differences of less than a nanosecond are none: a browser takes the difference of two stamps of 5 µs, and 0.86999999999898
     * is 0.87.
     */
    private static double step(double[] all) {
        double step = Double.POSITIVE_INFINITY;
        for (int i = 1; i < all.length; i++) {
            double gap = all[i] - all[i - 1];
            step = gap >= LEAST_STEP_MILLIS ? Math.min(step, gap) : step;
        }
        return step;
    }

    private static double variance(double step, List<RunSamples> side) {
        double relative = Double.isInfinite(step) ? 0 : step / Medians.ofSorted(sorted(side.stream()));
        return relative * relative / 12;
    }

    private static double[] sorted(Stream<RunSamples> runs) {
        return runs.flatMapToDouble(run -> Arrays.stream(run.samples().millis()))
                .sorted()
                .toArray();
    }
}
