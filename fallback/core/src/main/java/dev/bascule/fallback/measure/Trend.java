package dev.bascule.fallback.measure;

import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;
import org.apache.commons.statistics.distribution.NormalDistribution;

/**
 * How a quantity that is read at every step, or at some, grows from step to step, whatever single readings do: the Theil-Sen slope, the
 * median of the slopes between all pairs of readings (Sen, J. Am. Stat. Assoc. 63, 1968). A garbage collector's steps
 * and a lone spike move it little.
 *
 * @param slope in the readings' unit for each step
 * @param ci95 Sen's interval: the pair slopes at ranks {@code (N - C) / 2} and {@code (N + C) / 2 + 1} of the N pairs, where
 *     {@code C = 1.96 * sqrt(V)} and {@code V = n (n - 1) (2 n + 5) / 18} is the variance of Kendall's statistic, times Hamed
 *     and Rao's factor for readings that follow each other (J. Hydrology 204, 1998), never below 1; from {@value #ENOUGH}
 *     readings on
 * @param n number of readings
 */
public record Trend(double slope, Optional<Interval> ci95, int n) {
    /** Readings from which the normal approximation holds (Gilbert, Statistical Methods, 16.5). */
    static final int ENOUGH = 10;

    private static final double Z = NormalDistribution.of(0, 1).inverseSurvivalProbability(0.025);

    /** The trend of these readings, in order; empty for fewer than two. */
    public static Optional<Trend> of(double... readings) {
        double[] steps = new double[readings.length];
        Arrays.setAll(steps, i -> i);
        return over(steps, readings);
    }

    /**
     * The trend of readings at these steps, which may lie unevenly; empty for fewer than two.
     *
     * @param steps one for each reading, each later than the one before
     * @throws IllegalArgumentException when they are not
     */
    public static Optional<Trend> over(double[] steps, double[] readings) {
        int n = readings.length;
        if (steps.length != n || IntStream.range(1, n).anyMatch(i -> !(steps[i - 1] < steps[i]))) {
            throw new IllegalArgumentException("each reading has a step, later than the one before");
        }
        if (n < 2) {
            return Optional.empty();
        }
        double[] slopes = pairSlopes(steps, readings);
        double slope = middle(slopes);
        if (n < ENOUGH) {
            return Optional.of(new Trend(slope, Optional.empty(), n));
        }
        double variance = n * (n - 1.0) * (2.0 * n + 5) / 18 * persistence(steps, readings, slope);
        double span = Z * Math.sqrt(variance);
        int low = (int) Math.floor((slopes.length - span) / 2);
        int high = (int) Math.ceil((slopes.length + span) / 2 + 1);
        return Optional.of(new Trend(
                slope,
                Optional.of(new Interval(slopes[Math.max(low, 1) - 1], slopes[Math.min(high, slopes.length) - 1])),
                n));
    }

    /** Whether the interval lies above zero. */
    public boolean grows() {
        return ci95.map(interval -> interval.low() > 0).orElse(false);
    }

    /** Whether the interval lies below zero. */
    public boolean shrinks() {
        return ci95.map(interval -> interval.high() < 0).orElse(false);
    }

    private static double[] pairSlopes(double[] steps, double[] readings) {
        int n = readings.length;
        double[] slopes = new double[n * (n - 1) / 2];
        int next = 0;
        for (int i = 0; i < n; i++) {
            for (int j = i + 1; j < n; j++) {
                slopes[next++] = (readings[j] - readings[i]) / (steps[j] - steps[i]);
            }
        }
        Arrays.sort(slopes);
        return slopes;
    }

    /** Hamed and Rao's factor over the run of lags, from 1 on, at which the ranks of what the slope leaves are correlated. */
    private static double persistence(double[] steps, double[] readings, double slope) {
        int n = readings.length;
        double[] ranks = ranksWithout(steps, readings, slope);
        double mean = (n + 1) / 2.0;
        double square = 0;
        for (double rank : ranks) {
            square += (rank - mean) * (rank - mean);
        }
        double sum = 0;
        for (int lag = 1; lag < n - 2 && square > 0; lag++) {
            double product = 0;
            for (int i = 0; i + lag < n; i++) {
                product += (ranks[i] - mean) * (ranks[i + lag] - mean);
            }
            double correlation = product / square;
            if (correlation < Z / Math.sqrt(n)) {
                break;
            }
            sum += (n - lag) * (n - lag - 1.0) * (n - lag - 2.0) * correlation;
        }
        return 1 + 2 * sum / (n * (n - 1.0) * (n - 2.0));
    }

    /** Ranks, from 1, of the readings less the trend; equal ones share the mean of theirs. */
    private static double[] ranksWithout(double[] steps, double[] readings, double slope) {
        double[] rest = new double[readings.length];
        Arrays.setAll(rest, i -> readings[i] - slope * steps[i]);
        return Arrays.stream(rest)
                .map(value -> {
                    long below =
                            Arrays.stream(rest).filter(other -> other < value).count();
                    long equal =
                            Arrays.stream(rest).filter(other -> other == value).count();
                    return below + (equal + 1) / 2.0;
                })
                .toArray();
    }

    private static double middle(double[] sorted) {
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
