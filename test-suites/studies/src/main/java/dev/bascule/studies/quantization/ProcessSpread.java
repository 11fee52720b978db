package dev.bascule.studies.quantization;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * What processes of one model differ by: they do by more than pairs within one show (Kalibera and Jones, "Rigorous benchmarking in
 * reasonable time", ISMM 2013). Measured with the unquantised model opened again, whose true ratio to itself is 1. Immutable.
 *
 * @param half half of the 95 % interval of the logarithm of one more such ratio: Student's quantile, with as many degrees of freedom as
 *     copies, times the root of the mean square of their logarithms
 */
record ProcessSpread(double half) {
    /** How often it is opened again. */
    static final int COPIES = 3;

    /** Of the copies' points; empty where one is not there, or has no ratio. */
    static Optional<ProcessSpread> of(List<Point> points) {
        double[] logs = points.stream()
                .filter(Point::isAgain)
                .flatMap(point -> Figures.ratio(point).stream())
                .mapToDouble(ratio -> Math.log(ratio.value()))
                .toArray();
        if (logs.length < COPIES) {
            return Optional.empty();
        }
        double squares = 0;
        for (double log : logs) {
            squares += log * log;
        }
        return Optional.of(new ProcessSpread(
                TDistribution.of(logs.length).inverseSurvivalProbability(0.025) * Math.sqrt(squares / logs.length)));
    }

    /** A ratio of two processes, with this in its interval. */
    Ratio widen(Ratio ratio) {
        return new Ratio(
                ratio.value(),
                ratio.ci95().map(ends -> {
                    double both = Math.hypot(half, Math.log(ends.high() / ends.low()) / 2);
                    return new Interval(ratio.value() * Math.exp(-both), ratio.value() * Math.exp(both));
                }),
                ratio.pairs());
    }
}
