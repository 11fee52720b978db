package dev.bascule.workers.coordinator;

import dev.bascule.scheduling.time.ServiceTime;
import java.time.Duration;
import java.util.Collection;

/**
 * How long the next such job takes, from what former ones took. The middle is their median. From three on, the interval is the
 * 90 % prediction interval for one more draw of a log-normal distribution, {@code exp(m ± t · s · √(1 + 1/n))} with Student's t of
 * n − 1 degrees of freedom (Hahn and Meeker, Statistical Intervals, 4.6). Of one or two there is no spread to speak of: the interval is from half
 * of the least to twice the greatest, which is a rule and no estimate. Stateless.
 */
final class NextTime {
    private static final int LEAST_FOR_SPREAD = 3;
    private static final double ROUGH = 2;
    /** Below this, logarithms tell of the clock and not of the job. */
    private static final double LEAST_SECONDS = 1e-3;

    /** 0.95 quantiles of Student's t, from 2 degrees of freedom on; the last for all above. */
    private static final double[] T = {
        2.920, 2.353, 2.132, 2.015, 1.943, 1.895, 1.860, 1.833, 1.812, 1.796, 1.782, 1.771, 1.761, 1.753, 1.746, 1.740,
        1.734, 1.729, 1.725, 1.721, 1.717, 1.714, 1.711, 1.708, 1.706, 1.703, 1.701, 1.699
    };

    private NextTime() {}

    /** @param took at least one, none below 0 */
    static ServiceTime.Known of(Collection<Duration> took) {
        double[] seconds = took.stream()
                .mapToDouble(each -> Math.max(LEAST_SECONDS, each.toNanos() / 1e9))
                .sorted()
                .toArray();
        int n = seconds.length;
        double median = (seconds[(n - 1) / 2] + seconds[n / 2]) / 2;
        double low = seconds[0] / ROUGH;
        double high = seconds[n - 1] * ROUGH;
        if (n >= LEAST_FOR_SPREAD) {
            double mean = 0;
            for (double each : seconds) {
                mean += Math.log(each) / n;
            }
            double squares = 0;
            for (double each : seconds) {
                squares += Math.pow(Math.log(each) - mean, 2);
            }
            double reach = T[Math.min(n - LEAST_FOR_SPREAD, T.length - 1)]
                    * Math.sqrt(squares / (n - 1))
                    * Math.sqrt(1 + 1.0 / n);
            low = Math.min(median, Math.exp(mean - reach));
            high = Math.max(median, Math.exp(mean + reach));
        }
        return new ServiceTime.Known(time(median), time(low), time(high), ServiceTime.Source.MEASURED);
    }

    private static Duration time(double seconds) {
        return Duration.ofNanos(Math.round(seconds * 1e9));
    }
}
