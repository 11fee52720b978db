package dev.bascule.studies.select;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.studies.select.Finding.Measured;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * A candidate that is open and was right so far.
 *
 * @param outlook what was known of it before
 * @param trial its first block
 * @param cost the objective's figure of the trial
 * @param memory bytes that its processes grew by until after its trial: what a long race leaves in the runner's own heap is not the
 *     model's, and not all race as long
 */
record Tried(
        Candidate candidate,
        Outlook outlook,
        Entrant.Session session,
        Samples trial,
        double cost,
        OptionalLong memory) {
    /** A 95th percentile of fewer is a maximum. */
    private static final int FOR_P95 = 20;

    /** With what was measured of it in all. */
    Measured measured(
            Samples samples, double figure, Optional<Interval> interval, Optional<Ratio> toChosen, String placement) {
        return new Measured(
                figure,
                interval,
                samples.median(),
                p95(samples),
                TailBound.upper(samples),
                samples.size(),
                toChosen,
                memory,
                session.deviation(),
                placement);
    }

    static OptionalDouble p95(Samples samples) {
        return samples.size() < FOR_P95 ? OptionalDouble.empty() : OptionalDouble.of(Objective.quantile(samples));
    }

    /**
     * Why it is beyond a limit; empty where it is not surely.
     *
     * @param look how often its inferences have been held against the deadline, from 1 on
     * @param grown bytes that its processes grew by until now
     */
    static Optional<String> beyond(SelectLimits limits, Samples samples, int look, OptionalLong grown) {
        return limits.surelyLate(samples, look).or(() -> limits.tooLarge(grown));
    }
}
