package dev.bascule.fallback.measure;

import java.util.EnumSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import org.apache.commons.statistics.descriptive.Quantile;
import org.apache.commons.statistics.distribution.BinomialDistribution;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * Statistics of warm samples, in milliseconds. A statistic that the sample is too small for is empty, never guessed.
 *
 * @param n number of samples
 * @param median middle value
 * @param p90 90th percentile, from 10 samples on (Hyndman and Fan's type 8, as the quartiles)
 * @param p99 99th percentile, from 100 samples on
 * @param mean arithmetic mean
 * @param ci95 distribution-free interval of the median by order statistics (Conover, Practical Nonparametric
 *     Statistics, 3.2), from 6 samples on, wider at either end by the clock's step ({@link ClockResolution})
 * @param flags what is odd about the sample
 */
public record Summary(
        int n,
        double median,
        OptionalDouble p90,
        OptionalDouble p99,
        double mean,
        Optional<Interval> ci95,
        Set<Flag> flags) {

    /** What a reader of the figures should know. */
    public enum Flag {
        /** The first sample lies far outside the rest. */
        FIRST_SAMPLE_OUTLIER,
        /** The last third differs from the first third (Mann-Whitney, p under 0.01) by more than 5 %. */
        DRIFT,
        /** The interquartile range is more than a quarter of the median. */
        NOISY
    }

    public Summary {
        flags = Set.copyOf(flags);
    }

    /** The statistics of these samples; empty when there are none, or when the clock was too coarse to tell their median. */
    public static Optional<Summary> of(Samples samples) {
        ClockResolution resolution = ClockResolution.of(samples);
        if (samples.isEmpty() || !resolution.tells(samples.median())) {
            return Optional.empty();
        }
        double[] sorted = samples.sorted();
        int n = sorted.length;
        return Optional.of(new Summary(
                n,
                samples.median(),
                n >= 10 ? OptionalDouble.of(quantile(sorted, 0.90)) : OptionalDouble.empty(),
                n >= 100 ? OptionalDouble.of(quantile(sorted, 0.99)) : OptionalDouble.empty(),
                samples.totalMillis() / n,
                medianInterval(sorted).map(resolution::widen),
                flags(samples, sorted)));
    }

    /**
     * A percentile that the summary does not name, told as those that it names are.
     *
     * @param share above 0 and below 1: 0.95 of the 95th
     * @return empty where fewer samples are there than {@link #needed} says, or the clock was too coarse to tell their median
     */
    public static OptionalDouble percentile(Samples samples, double share) {
        return samples.size() < needed(share) || !ClockResolution.of(samples).tells(samples.median())
                ? OptionalDouble.empty()
                : OptionalDouble.of(quantile(samples.sorted(), share));
    }

    /** Samples that a percentile takes, so that one is expected beyond it: 10 of the 90th, 20 of the 95th, 100 of the 99th. */
    public static int needed(double share) {
        // 1 / (1 − 0.95) is a little above 20 in binary.
        return (int) Math.ceil(1 / (1 - share) - 1e-9);
    }

    private static double quantile(double[] sorted, double p) {
        return Quantile.withDefaults().evaluate(sorted.clone(), p);
    }

    private static Optional<Interval> medianInterval(double[] sorted) {
        int n = sorted.length;
        if (n < 6) {
            return Optional.empty();
        }
        BinomialDistribution ranks = BinomialDistribution.of(n, 0.5);
        int low = ranks.inverseCumulativeProbability(0.025);
        // The binomial is discrete: step outward until the two tails together hold no more than 5 %.
        while (low > 1 && ranks.cumulativeProbability(low - 1) > 0.025) {
            low--;
        }
        low = Math.max(low, 1);
        return Optional.of(new Interval(sorted[low - 1], sorted[n - low]));
    }

    private static Set<Flag> flags(Samples samples, double[] sorted) {
        Set<Flag> flags = EnumSet.noneOf(Flag.class);
        if (sorted.length < 6) {
            return flags;
        }
        double q1 = quantile(sorted, 0.25);
        double q3 = quantile(sorted, 0.75);
        double median = samples.median();
        double first = samples.millis()[0];
        if (first > q3 + 3 * (q3 - q1) && first > 1.1 * median) {
            flags.add(Flag.FIRST_SAMPLE_OUTLIER);
        }
        if (q3 - q1 > 0.25 * median) {
            flags.add(Flag.NOISY);
        }
        int third = sorted.length / 3;
        if (third >= 5) {
            Samples head = samples.slice(0, third);
            Samples tail = samples.slice(sorted.length - third, sorted.length);
            double change = Math.abs(tail.median() / head.median() - 1);
            if (change > 0.05
                    && MannWhitneyUTest.withDefaults()
                                    .with(AlternativeHypothesis.TWO_SIDED)
                                    .test(head.millis(), tail.millis())
                                    .getPValue()
                            < 0.01) {
                flags.add(Flag.DRIFT);
            }
        }
        return flags;
    }
}
