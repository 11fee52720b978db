package dev.bascule.studies.select;

import dev.bascule.fallback.measure.Interval;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/** Student's 95 % interval of the geometric mean of blocks, from 4 of them on. Stateless. */
final class Spread {
    private static final int FEWEST = 4;

    private Spread() {}

    static Optional<Interval> of(List<Double> costs) {
        if (costs.size() < FEWEST) {
            return Optional.empty();
        }
        double mean = costs.stream().mapToDouble(Math::log).average().orElseThrow();
        double half = half(costs.stream().map(Math::log).toList(), mean);
        return Optional.of(new Interval(Math.exp(mean - half), Math.exp(mean + half)));
    }

    /** Half of the interval of a mean. */
    static double half(List<Double> values, double mean) {
        int n = values.size();
        double squares = values.stream()
                .mapToDouble(value -> (value - mean) * (value - mean))
                .sum();
        return TDistribution.of(n - 1.0).inverseSurvivalProbability(0.025) * Math.sqrt(squares / (n - 1) / n);
    }
}
