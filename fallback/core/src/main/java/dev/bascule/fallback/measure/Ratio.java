package dev.bascule.fallback.measure;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How many times as long one side takes as the other: the geometric mean over interleaved pairs of blocks of the ratio
 * of their medians.
 *
 * @param value own over baseline; above 1 is slower
 * @param ci95 Student's t interval of the mean log ratio over the pairs, from 4 pairs on, or over runs, from 3 on; what the clocks' steps make of it
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
        double half = Math.hypot(halfWidth(logs, mean), Z * Math.sqrt(logVariance(own) + logVariance(baseline)));
        return new Ratio(Math.exp(mean), Optional.of(around(mean, half)), n);
    }

    /**
     * Of several runs, each in processes of its own: the geometric mean of their ratios. Processes differ by more than pairs within one
     * show (Kalibera and Jones, "Rigorous benchmarking in reasonable time", ISMM 2013), so that the interval is Student's over
     * the runs, from 3 on. It is no narrower than that of the run that knows best: what the clocks' steps make of it is in all of them.
     *
     * @throws IllegalArgumentException without runs
     */
    public static Ratio ofRuns(List<Ratio> runs) {
        if (runs.isEmpty()) {
            throw new IllegalArgumentException("no run");
        }
        double[] logs = runs.stream().mapToDouble(run -> Math.log(run.value())).toArray();
        double mean = Arrays.stream(logs).average().orElseThrow();
        int pairs = runs.stream().mapToInt(Ratio::pairs).sum();
        return new Ratio(
                Math.exp(mean),
                runs.size() < 3
                        ? Optional.empty()
                        : Optional.of(around(mean, Math.max(halfWidth(logs, mean), narrowest(runs)))),
                pairs);
    }

    private static double narrowest(List<Ratio> runs) {
        return runs.stream()
                .flatMap(run -> run.ci95().stream())
                .mapToDouble(interval -> Math.log(interval.high() / interval.low()) / 2)
                .min()
                .orElse(0);
    }

    /** Half of Student's 95 % interval of a mean. */
    private static double halfWidth(double[] logs, double mean) {
        int n = logs.length;
        double squares = 0;
        for (double log : logs) {
            squares += (log - mean) * (log - mean);
        }
        return TDistribution.of(n - 1.0).inverseSurvivalProbability(0.025) * Math.sqrt(squares / (n - 1) / n);
    }

    private static Interval around(double mean, double half) {
        return new Interval(Math.exp(mean - half), Math.exp(mean + half));
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
