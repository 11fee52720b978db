package dev.bascule.reports.comparison;

import java.util.Arrays;
import java.util.Random;

/**
 * How far the median of one run's samples may be off, for samples that follow each other: the circular block bootstrap
 * (Politis and Romano, in Exploring the Limits of Bootstrap, 1992). Blocks are as long as Politis and White's rule has them
 * (Econometric Reviews 23, 2004, as corrected by Patton, Politis and White, 28, 2009), taken of the series that says whether
 * a sample lies above the median, which is all that a median knows of its samples. Stateless.
 */
final class BlockBootstrap {
    private static final int RESAMPLES = 200;

    private BlockBootstrap() {}

    /** Standard error of the natural logarithm of the median. */
    static double standardError(double[] samples, long seed) {
        int n = samples.length;
        int block = blockLength(samples);
        Random random = new Random(seed);
        double[] logs = new double[RESAMPLES];
        double[] drawn = new double[n];
        for (int i = 0; i < RESAMPLES; i++) {
            for (int filled = 0; filled < n; filled += block) {
                int from = random.nextInt(n);
                for (int j = 0; j < block && filled + j < n; j++) {
                    drawn[filled + j] = samples[(from + j) % n];
                }
            }
            Arrays.sort(drawn);
            logs[i] = Math.log(Medians.ofSorted(drawn));
        }
        return Math.sqrt(Medians.squares(logs) / (RESAMPLES - 1));
    }

    /** At least 1, at most a third of the samples. */
    static int blockLength(double[] samples) {
        int n = samples.length;
        double[] above = above(samples);
        double variance = autocovariance(above, 0);
        if (n < 9 || variance == 0) {
            return 1;
        }
        int reach = Math.max(5, (int) Math.ceil(Math.sqrt(Math.log10(n))));
        int most = (int) Math.ceil(Math.sqrt(n)) + reach;
        double insignificant = 2 * Math.sqrt(Math.log10(n) / n);
        int last = 0;
        for (int lag = 1; lag <= Math.min(most, n - 1) && lag - last <= reach; lag++) {
            if (Math.abs(autocovariance(above, lag) / variance) > insignificant) {
                last = lag;
            }
        }
        if (last == 0) {
            return 1;
        }
        int width = Math.min(2 * last, n - 1);
        double spread = variance;
        double slope = 0;
        for (int lag = 1; lag <= width; lag++) {
            double weight = Math.min(1, 2 * (1 - (double) lag / width)) * autocovariance(above, lag);
            spread += 2 * weight;
            slope += 2 * lag * weight;
        }
        if (!(spread > 0)) {
            return 1;
        }
        double length = Math.cbrt(2 * slope * slope / (4.0 / 3 * spread * spread) * n);
        return (int) Math.max(1, Math.min(Math.round(length), Math.max(1, n / 3)));
    }

    private static double[] above(double[] samples) {
        double median = Medians.of(samples);
        double[] above = Arrays.stream(samples)
                .map(value -> value > median ? 1 : value < median ? 0 : 0.5)
                .toArray();
        double mean = Medians.mean(above);
        return Arrays.stream(above).map(value -> value - mean).toArray();
    }

    private static double autocovariance(double[] centered, int lag) {
        double sum = 0;
        for (int i = 0; i + lag < centered.length; i++) {
            sum += centered[i] * centered[i + lag];
        }
        return sum / centered.length;
    }
}
