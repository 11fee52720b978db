package dev.bascule.studies.select;

import dev.bascule.fallback.measure.Samples;
import java.util.OptionalDouble;
import org.apache.commons.statistics.distribution.BinomialDistribution;

/**
 * How far the 95th percentile of inferences may lie, by order statistics: how many of n inferences stay below it is
 * binomial, whatever their distribution (Hahn and Meeker, "Statistical Intervals", 1991, chapter 5). A bound fails
 * with the probability that it is asked for, of inferences that are independent of each other. Who looks again and again until a bound
 * decides finds by chance what is not so: the k-th look has 5 % / 2ᵏ, so that all together fail in 5 of 100 cases at most
 * (the union bound). Stateless.
 */
final class TailBound {
    private static final double SHARE = 0.95;
    /** How often a bound may fail that is asked for once. */
    static final double ONCE = 0.05;

    private TailBound() {}

    /**
     * How often a bound may fail that is one of several.
     *
     * @param look which of them it is, from 1 on
     */
    static double error(int look) {
        return ONCE / Math.pow(2, look);
    }

    /** Of fewer inferences not even the greatest is an upper bound: of 5 % that takes 59. */
    static int fewest(double error) {
        return (int) Math.ceil(Math.log(error) / Math.log(SHARE));
    }

    /** Milliseconds that it surely stays below, asked for once; empty of fewer than 59. */
    static OptionalDouble upper(Samples samples) {
        return upper(samples, ONCE);
    }

    /**
     * Milliseconds that it surely stays below; empty of too few.
     *
     * @param error how often that may fail, as a share
     */
    static OptionalDouble upper(Samples samples, double error) {
        int n = samples.size();
        if (n < fewest(error)) {
            return OptionalDouble.empty();
        }
        BinomialDistribution below = BinomialDistribution.of(n, SHARE);
        double[] sorted = samples.sorted();
        for (int k = (int) Math.ceil(SHARE * n); k <= n; k++) {
            if (below.cumulativeProbability(k - 1) >= 1 - error) {
                return OptionalDouble.of(sorted[k - 1]);
            }
        }
        return OptionalDouble.empty();
    }

    /**
     * Milliseconds that it surely reaches; empty where even the least inference is no bound.
     *
     * @param error how often that may fail, as a share
     */
    static OptionalDouble lower(Samples samples, double error) {
        int n = samples.size();
        if (n == 0) {
            return OptionalDouble.empty();
        }
        BinomialDistribution below = BinomialDistribution.of(n, SHARE);
        double[] sorted = samples.sorted();
        for (int k = n; k >= 1; k--) {
            if (below.survivalProbability(k - 1) >= 1 - error) {
                return OptionalDouble.of(sorted[k - 1]);
            }
        }
        return OptionalDouble.empty();
    }
}
