package dev.bascule.scheduling.simulate.compare;

import dev.bascule.scheduling.simulate.engine.Moments;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * A mean over seeds. Immutable.
 *
 * @param interval 90 % of the mean by Student's t; empty of fewer than two seeds
 */
public record Spread(double mean, Optional<Interval> interval, int seeds) {

    public record Interval(double low, double high) {}

    /** @param figures one at least, one of each seed */
    public static Spread of(List<Double> figures) {
        if (figures.isEmpty()) {
            throw new IllegalArgumentException("no mean of nothing");
        }
        Moments moments = new Moments();
        figures.forEach(moments::add);
        int seeds = figures.size();
        if (seeds < 2) {
            return new Spread(moments.mean(), Optional.empty(), seeds);
        }
        double half = TDistribution.of(seeds - 1.0).inverseCumulativeProbability(0.95)
                * Math.sqrt(moments.variance() / seeds);
        return new Spread(
                moments.mean(), Optional.of(new Interval(moments.mean() - half, moments.mean() + half)), seeds);
    }
}
