package dev.bascule.execution.attempt;

import dev.bascule.fallback.attempt.TimingPlan;
import dev.bascule.fallback.measure.WarmUp;
import dev.bascule.suites.setting.CaseKeys;
import dev.bascule.suites.setting.RunSettings;
import java.time.Duration;

/**
 * How long and how often to measure. Immutable.
 *
 * @param timing of each session, as cells keep it
 * @param timeout for each answer of a runner
 * @param pairs blocks that a target and its baseline are interleaved in (ABBA…); 4 or more give an interval
 * @param warmUp when a session is warm
 */
public record MeasurementPlan(TimingPlan timing, Duration timeout, int pairs, WarmUp warmUp) {
    private static final int PAIRS = 6;
    private static final int PAIRS_FOR_AN_INTERVAL = 4;

    /** A median needs three. */
    private static final int SOFTWARE_WINDOW = 3;

    /** A few iterations, enough to show that something runs. */
    public static final MeasurementPlan GLANCE = new MeasurementPlan(
            new TimingPlan(3, Duration.ZERO, 3, Duration.ZERO, Duration.ofSeconds(2), 1),
            Duration.ofSeconds(60),
            1,
            WarmUp.DEFAULT);

    /** As the settings of a case have it. */
    public static MeasurementPlan of(RunSettings settings) {
        return new MeasurementPlan(settings.timing(), settings.get(CaseKeys.TIMEOUT), PAIRS, WarmUp.DEFAULT);
    }

    /**
     * The plan for a software adapter, which is slow, and whose speed is that of a CPU that no user has a reason to choose: only
     * as many iterations as an interval needs, warmed in shorter windows. The same plan where no fewer are enough.
     */
    MeasurementPlan onSoftwareAdapter() {
        return timing.softwareIterations() >= timing.minIterations()
                ? this
                : new MeasurementPlan(
                        timing.atLeast(timing.softwareIterations(), Duration.ZERO),
                        timeout,
                        pairs,
                        warmUp.inWindowsOf(SOFTWARE_WINDOW));
    }

    /** Whether there are enough pairs for an interval, so that a claimed accelerator can be held against the CPU. */
    boolean heldAgainstCpu() {
        return pairs >= PAIRS_FOR_AN_INTERVAL;
    }
}
