package dev.bascule.studies.select;

import dev.bascule.fallback.measure.Interval;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/** How far blocks scatter. Stateless. */
final class Spread {
    private static final int FEWEST = 4;
    private static final double CONFIDENCE = 0.95;

    private Spread() {}

    /**
     * Of the median of blocks' figures, by order statistics (Hahn and Meeker, "Statistical Intervals", 1991, chapter 5), which one
     * slow block does not widen; of four or five, of which not even least and greatest are an interval of 95 %, Student's of their geometric
     * mean; empty of fewer.
     */
    static Optional<Interval> of(List<Double> costs) {
        int n = costs.size();
        if (n < FEWEST) {
            return Optional.empty();
        }
        double[] sorted =
                costs.stream().mapToDouble(Double::doubleValue).sorted().toArray();
        for (int k = n / 2; k >= 1; k--) {
            // Fewer than k of n on either side of the median.
            double outside = 2 * BinomialDistribution.of(n, 0.5).cumulativeProbability(k - 1);
            if (outside <= 1 - CONFIDENCE) {
                return Optional.of(new Interval(sorted[k - 1], sorted[n - k]));
            }
        }
        List<Double> logs = costs.stream().map(Math::log).toList();
        double mean = logs.stream().mapToDouble(Double::doubleValue).average().orElseThrow();
        double half = half(logs, mean);
        return Optional.of(new Interval(Math.exp(mean - half), Math.exp(mean + half)));
    }

    /** Half of Student's 95 % interval of a mean. */
    static double half(List<Double> values, double mean) {
        int n = values.size();
        double squares = values.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .sum();
        return TDistribution.of(n - 1.0).inverseSurvivalProbability(0.025) * Math.sqrt(squares / (n - 1) / n);
    }
}
