package dev.bascule.execution;

import dev.bascule.fallback.attempt.TimingPlan;
import dev.bascule.fallback.measure.WarmUp;
import dev.bascule.fallback.runner.BlockRequest;
import java.time.Duration;

/**
 * How long and how often to measure.
 *
 * @param minIterations timed iterations at least
 * @param minDuration summed time of the timed iterations at least
 * @param softwareIterations timed iterations that are enough on a software adapter
 * @param warmUpLimit when warming up ends, stable or not
 * @param measureLimit when measuring ends, whatever was reached
 * @param timeout for each answer of a runner
 * @param pairs blocks that a target and its baseline are interleaved in (ABBA…); 4 or more give an interval
 * @param warmUp when a session is warm
 */
public record MeasurementPlan(
        int minIterations,
        Duration minDuration,
        int softwareIterations,
        Duration warmUpLimit,
        Duration measureLimit,
        Duration timeout,
        int pairs,
        WarmUp warmUp) {
    private static final int PAIRS_FOR_AN_INTERVAL = 4;

    /** A median needs three. */
    private static final int SOFTWARE_WINDOW = 3;

    public static final MeasurementPlan DEFAULT = new MeasurementPlan(
            20,
            Duration.ofMillis(500),
            6,
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofSeconds(60),
            6,
            WarmUp.DEFAULT);

    /** A few iterations, enough to show that something runs. */
    public static final MeasurementPlan GLANCE = new MeasurementPlan(
            3, Duration.ZERO, 3, Duration.ZERO, Duration.ofSeconds(2), Duration.ofSeconds(60), 1, WarmUp.DEFAULT);

    /**
     * The plan for a software adapter, which is slow, and whose speed is that of a CPU that no user has a reason to choose: only
     * as many iterations as an interval needs, warmed in shorter windows. The same plan where no fewer are enough.
     */
    MeasurementPlan onSoftwareAdapter() {
        return softwareIterations >= minIterations
                ? this
                : new MeasurementPlan(
                        softwareIterations,
                        Duration.ZERO,
                        softwareIterations,
                        warmUpLimit,
                        measureLimit,
                        timeout,
                        pairs,
                        warmUp.inWindowsOf(SOFTWARE_WINDOW));
    }

    /** The next window of a warm-up that has so much time left. */
    public BlockRequest warmUpWindow(Duration left) {
        return new BlockRequest(warmUp.window(), warmUp.atLeast(), left);
    }

    /** As cells keep it. */
    TimingPlan told(int threads) {
        return new TimingPlan(minIterations, minDuration, softwareIterations, warmUpLimit, measureLimit, threads);
    }

    /** Whether there are enough pairs for an interval, so that a claimed accelerator can be held against the CPU. */
    boolean heldAgainstCpu() {
        return pairs >= PAIRS_FOR_AN_INTERVAL;
    }
}
