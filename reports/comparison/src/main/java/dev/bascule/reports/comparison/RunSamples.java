package dev.bascule.reports.comparison;

import dev.bascule.fallback.measure.Samples;
import java.time.Instant;

/**
 * What one run measured of one cell. The run is the unit of every statement about speed: samples of one run share its
 * process, its memory layout and what the machine did meanwhile, so a thousand of them are not a thousand runs (Kalibera and
 * Jones, Rigorous benchmarking in reasonable time, ISMM 2013).
 *
 * @param runId whose they are
 * @param startedAt when that run began
 * @param samples warm, in milliseconds, in order
 * @param busy whether the machine was noticed to be busy meanwhile
 */
public record RunSamples(String runId, Instant startedAt, Samples samples, boolean busy) {
    /** Below this many a run's median says too little: {@link dev.bascule.fallback.measure.Summary} has no interval either. */
    public static final int ENOUGH = 6;

    /** One of a machine that was not noticed to be busy. */
    public RunSamples(String runId, Instant startedAt, Samples samples) {
        this(runId, startedAt, samples, false);
    }

    public boolean enough() {
        return samples.size() >= ENOUGH;
    }

    /** Natural logarithm of the median; minus infinity where the clock was too coarse to see anything. */
    public double logMedian() {
        return Math.log(samples.median());
    }
}
