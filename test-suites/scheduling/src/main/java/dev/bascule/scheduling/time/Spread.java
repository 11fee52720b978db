package dev.bascule.scheduling.time;

import java.util.Arrays;

/**
 * What draws of one distribution tell of one more. The middle is their median. From three on, the interval is the 90 % prediction interval of a
 * log-normal distribution, {@code exp(m ± t · s · √(1 + 1/n))} with Student's t of n − 1 degrees of freedom (Hahn and Meeker, Statistical
 * Intervals, 4.6), widened to hold the median. Of one or two there is no spread to speak of: the interval is from half of the least to twice the greatest, which
 * is a rule and no estimate.
 *
 * @param median of the draws
 * @param low the lower end of the interval
 * @param high the upper end of it
 * @param rough whether the interval is that rule
 */
public record Spread(double median, double low, double high, boolean rough) {
    private static final int LEAST_FOR_INTERVAL = 3;
    private static final double ROUGH = 2;

    /** 0.95 quantiles of Student's t, from 2 degrees of freedom on, as many as may be needed. */
    private static final double[] T = {
        2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753, 1.746, 1.740,
        1.734, 1.729, 1.725, 1.721, 1.717, 1.714, 1.711, 1.708, 1.706, 1.703, 1.701, 1.699
    };

    /** @param draws at least one, each above 0; of more than 30 the interval is that of 30, which is hardly wider */
    public static Spread of(double[] draws) {
        if (draws.length == 0) {
            throw new IllegalArgumentException("nothing is known of no draws");
        }
        double[] sorted = draws.clone();
        Arrays.sort(sorted);
        int n = sorted.length;
        double median = (sorted[(n - 1) / 2] + sorted[n / 2]) / 2;
        if (n < LEAST_FOR_INTERVAL) {
            return new Spread(median, sorted[0] / ROUGH, sorted[n - 1] * ROUGH, true);
        }
        double mean = Arrays.stream(sorted).map(Math::log).average().orElseThrow();
        double squares = Arrays.stream(sorted)
                .map(each -> Math.pow(Math.log(each) - mean, 2))
                .sum();
        double t = T[Math.min(n - LEAST_FOR_INTERVAL, T.length - 1)];
        double reach = t * Math.sqrt(squares / (n - 1)) * Math.sqrt(1 + 1.0 / n);
        return new Spread(
                median, Math.min(median, Math.exp(mean - reach)), Math.max(median, Math.exp(mean + reach)), false);
    }
}
