package dev.bascule.fallback.measure;

import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How many times as long one side takes as the other: the geometric mean over interleaved pairs of blocks of the ratio
 * of their medians.
 *
 * @param value own over baseline; above 1 is slower
 * @param ci95 Student's t interval of the mean log ratio over the pairs, from 4 pairs on; what the clocks' steps make of it
 *     ({@link ClockResolution#logVariance}) is the same in all pairs, so that more of them do not make it less
 * @param pairs number of pairs
 */
public record Ratio(double value, Optional<Interval> ci95, int pairs) {
    private static final double Z = NormalDistribution.of(0, 1).inverseSurvivalProbability(0.025);

    /**
     * The ratio of blocks measured in turn (ABBA…): the i-th own block ran beside the i-th baseline block, so that what
     * the machine did meanwhile falls on both.
     *
     * @throws IllegalArgumentException without pairs, or where a block's median is 0
     */
    public static Ratio ofPairs(List<Samples> own, List<Samples> baseline) {
        if (own.isEmpty() || own.size() != baseline.size()) {
            throw new IllegalArgumentException("blocks come in pairs: " + own.size() + " and " + baseline.size());
        }
        int n = own.size();
        double[] logs = new double[n];
        double mean = 0;
        for (int i = 0; i < n; i++) {
            if (own.get(i).median() == 0 || baseline.get(i).median() == 0) {
                throw new IllegalArgumentException("a block's median is 0 ms: the clock is too coarse for a ratio");
            }
            logs[i] = Math.log(own.get(i).median() / baseline.get(i).median());
            mean += logs[i] / n;
        }
        if (n < 4) {
            return new Ratio(Math.exp(mean), Optional.empty(), n);
        }
        double squares = 0;
        for (double log : logs) {
            squares += (log - mean) * (log - mean);
        }
        double pairs = TDistribution.of(n - 1.0).inverseSurvivalProbability(0.025) * Math.sqrt(squares / (n - 1) / n);
        double half = Math.hypot(pairs, Z * Math.sqrt(logVariance(own) + logVariance(baseline)));
        return new Ratio(Math.exp(mean), Optional.of(new Interval(Math.exp(mean - half), Math.exp(mean + half))), n);
    }

    /** Whether the clock can tell the median of each of these blocks. */
    public static boolean isMeasurable(List<Samples> blocks) {
        ClockResolution resolution = ClockResolution.of(Samples.concat(blocks));
        return !blocks.isEmpty() && blocks.stream().allMatch(block -> resolution.tells(block.median()));
    }

    private static double logVariance(List<Samples> blocks) {
        Samples all = Samples.concat(blocks);
        return ClockResolution.of(all).logVariance(all.median());
    }
}
