package dev.bascule.reports.comparison;

import java.util.Arrays;
import org.apache.commons.statistics.inference.AlternativeHypothesis;
import org.apache.commons.statistics.inference.MannWhitneyUTest;

/**
 * How two samples lie to each other by rank, whatever their distributions.
 *
 * @param mannWhitneyP two-sided p-value of the Mann-Whitney U test, exact for few samples without ties
 * @param cliffsDelta share of pairs in which the candidate takes longer less that in which it takes less time, -1 to 1 (Cliff,
 *     Psychological Bulletin 114, 1993)
 * @param hodgesLehmann the candidate's shift against the baseline as a ratio: the exponential of the median of the
 *     differences of the logarithms of all pairs (Hodges and Lehmann, Annals of Mathematical Statistics 34, 1963)
 * @param unit of what: of medians of runs, or of the samples of one run each. Samples of a run are not independent, so that
 *     their p-value is too small and decides nothing
 */
public record EffectSize(double mannWhitneyP, double cliffsDelta, double hodgesLehmann, Unit unit) {

    /** What was ranked. */
    public enum Unit {
        RUNS,
        SAMPLES
    }

    /** Runs a side from which their medians can be ranked: fewer cannot differ significantly by rank at all. */
    static final int ENOUGH_RUNS = 4;

    private static final int STEPS = 60;

    /**
     * @param baseline positive numbers
     * @param candidate positive numbers
     */
    static EffectSize of(double[] baseline, double[] candidate, Unit unit) {
        var test = MannWhitneyUTest.withDefaults()
                .with(AlternativeHypothesis.TWO_SIDED)
                .test(candidate, baseline);
        double pairs = (double) baseline.length * candidate.length;
        return new EffectSize(
                test.getPValue(),
                2 * test.getStatistic() / pairs - 1,
                Math.exp(shift(logs(baseline), logs(candidate))),
                unit);
    }

    /** Romano's words for the size of a Cliff's delta (Florida Association of Institutional Research, 2006). */
    public String magnitude() {
        double size = Math.abs(cliffsDelta);
        return size < 0.147 ? "negligible" : size < 0.33 ? "small" : size < 0.474 ? "medium" : "large";
    }

    private static double[] logs(double[] values) {
        double[] logs = Arrays.stream(values).map(Math::log).toArray();
        Arrays.sort(logs);
        return logs;
    }

    /** The median of all differences: the mean of the middle two where their number is even. */
    private static double shift(double[] from, double[] to) {
        long pairs = (long) from.length * to.length;
        return (difference(from, to, (pairs + 1) / 2) + difference(from, to, pairs / 2 + 1)) / 2;
    }

    /** The difference of this rank, from 1, found by bisection: there may be millions of pairs. */
    private static double difference(double[] from, double[] to, long rank) {
        double low = to[0] - from[from.length - 1];
        double high = to[to.length - 1] - from[0];
        for (int i = 0; i < STEPS && low < high; i++) {
            double middle = (low + high) / 2;
            if (atMost(from, to, middle) >= rank) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return (low + high) / 2;
    }

    private static long atMost(double[] from, double[] to, double difference) {
        long count = 0;
        int j = 0;
        for (double value : from) {
            while (j < to.length && to[j] - value <= difference) {
                j++;
            }
            count += j;
        }
        return count;
    }
}
