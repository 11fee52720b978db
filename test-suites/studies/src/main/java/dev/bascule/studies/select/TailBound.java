package dev.bascule.studies.select;

import dev.bascule.fallback.measure.Samples;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * How far the 95th percentile of inferences may lie, by order statistics: how many of n inferences stay below it is
 * binomial, whatever their distribution (Hahn and Meeker, "Statistical Intervals", 1991, chapter 5). Each bound fails
 * in 5 of 100 cases, for inferences that are independent of each other. Stateless.
 */
final class TailBound {
    private static final double SHARE = 0.95;
    private static final double CONFIDENCE = 0.95;
    /** Of fewer not even the greatest is a bound: 0.95⁵⁸ is over 5 %. */
    static final int FEWEST = 59;

    private TailBound() {}

    /** Milliseconds that it surely stays below; empty of fewer than {@value #FEWEST}. */
    static OptionalDouble upper(Samples samples) {
        int n = samples.size();
        if (n < FEWEST) {
            return OptionalDouble.empty();
        }
        BinomialDistribution below = BinomialDistribution.of(n, SHARE);
        double[] sorted = samples.sorted();
        for (int k = (int) Math.ceil(SHARE * n); k <= n; k++) {
            if (below.cumulativeProbability(k - 1) >= CONFIDENCE) {
                return OptionalDouble.of(sorted[k - 1]);
            }
        }
        return OptionalDouble.empty();
    }

    /** Milliseconds that it surely reaches; empty where even the least inference is no bound. */
    static OptionalDouble lower(Samples samples) {
        int n = samples.size();
        if (n == 0) {
            return OptionalDouble.empty();
        }
        BinomialDistribution below = BinomialDistribution.of(n, SHARE);
        double[] sorted = samples.sorted();
        for (int k = n; k >= 1; k--) {
            if (below.survivalProbability(k - 1) >= CONFIDENCE) {
                return OptionalDouble.of(sorted[k - 1]);
            }
        }
        return OptionalDouble.empty();
    }
}
