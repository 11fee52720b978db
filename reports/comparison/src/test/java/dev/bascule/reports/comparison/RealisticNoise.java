package dev.bascule.reports.comparison;

import dev.bascule.fallback.measure.Samples;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * Samples as runs of Bascule have them: log-normal and autocorrelated within a run, with a tail of outliers, a slow drift, and a
 * level of its own for each run.
 *
 * @param betweenRuns standard deviation of a run's log level
 * @param withinRun standard deviation of a sample's log around that
 * @param memory of a sample of the one before: the autoregressive coefficient
 * @param outliers share of samples that something else fell on
 * @param drift how much a run's level may rise or fall from its first to its last sample, at most
 */
record RealisticNoise(double betweenRuns, double withinRun, double memory, double outliers, double drift) {
    private static final Instant START = Instant.parse("2026-11-01T00:00:00Z");

    /** A machine that does little else. An assumption: the one that Bascule is developed on was never as quiet. */
    static final RealisticNoise QUIET = new RealisticNoise(0.02, 0.04, 0.5, 0.02, 0.01);

    /**
     * What 20 runs of {@code bascule run zoo:resnet-micro --backends cpu} showed on 2026-11-22 on two processors of an AMD EPYC while
     * five others worked on it (load 6 to 11): medians from 0.14 to 0.22 ms, which differ by 8.5 to 14 % from run to run; within a
     * run 15 to 35 % from sample to sample, correlated by 0.5 to 0.9 with the one before; up to 9 in a hundred outliers; from the
     * first third of a run to its last changes of 15 to 50 %.
     */
    static final RealisticNoise BUSY = new RealisticNoise(0.10, 0.25, 0.75, 0.03, 0.2);

    Samples samples(double median, int n, Random random) {
        double level = Math.log(median) + betweenRuns * random.nextGaussian();
        double slope = drift * (2 * random.nextDouble() - 1) / n;
        double own = Math.sqrt(1 - memory * memory);
        double state = random.nextGaussian();
        double[] values = new double[n];
        for (int i = 0; i < n; i++) {
            state = memory * state + own * random.nextGaussian();
            double value = Math.exp(level + slope * i + withinRun * state);
            values[i] = random.nextDouble() < outliers ? value * (1 + 3 * random.nextDouble()) : value;
        }
        return Samples.ofMillis(values);
    }

    List<RunSamples> runs(String side, double median, int runs, int samples, Random random) {
        List<RunSamples> all = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            all.add(new RunSamples(side + i, START.plus(Duration.ofHours(i)), samples(median, samples, random)));
        }
        return all;
    }
}
