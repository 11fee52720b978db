package dev.bascule.suites.execution;

import dev.bascule.fallback.measure.WarmUp;
import java.time.Duration;

/**
 * How long and how often to measure.
 *
 * @param minIterations timed iterations at least
 * @param minDuration summed time of the timed iterations at least
 * @param warmUpLimit when warming up ends, stable or not
 * @param measureLimit when measuring ends, whatever was reached
 * @param timeout for each answer of a runner
 * @param pairs blocks that a target and its baseline are interleaved in (ABBA…); 4 or more give an interval
 * @param warmUp when a session is warm
 */
public record MeasurementPlan(
        int minIterations,
        Duration minDuration,
        Duration warmUpLimit,
        Duration measureLimit,
        Duration timeout,
        int pairs,
        WarmUp warmUp) {
    private static final int PAIRS_FOR_AN_INTERVAL = 4;

    public static final MeasurementPlan DEFAULT = new MeasurementPlan(
            20,
            Duration.ofMillis(500),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofSeconds(60),
            6,
            WarmUp.DEFAULT);

    /** A few iterations, enough to show that something runs. */
    public static final MeasurementPlan GLANCE = new MeasurementPlan(
            3, Duration.ZERO, Duration.ZERO, Duration.ofSeconds(2), Duration.ofSeconds(60), 1, WarmUp.DEFAULT);

    /** Whether there are enough pairs for an interval, so that a claimed accelerator can be held against the CPU. */
    boolean heldAgainstCpu() {
        return pairs >= PAIRS_FOR_AN_INTERVAL;
    }
}
