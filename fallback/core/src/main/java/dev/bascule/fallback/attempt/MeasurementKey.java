package dev.bascule.fallback.attempt;

import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.target.Target;
import java.time.Duration;
import java.time.Instant;

/**
 * What makes two attempts one measurement, whichever cells show it: cells of one run whose attempts have equal ones show one
 * attempt, and whoever counts or tests them counts it once. Immutable.
 *
 * @param caseId the case
 * @param target where it was tried
 * @param outcome what came of it
 * @param startedAt when it began
 * @param elapsed wall clock of all of it
 * @param samples warm, in milliseconds, in order; {@link Samples#NONE} where none were timed
 */
public record MeasurementKey(
        CaseId caseId, Target target, Outcome outcome, Instant startedAt, Duration elapsed, Samples samples) {

    public static MeasurementKey of(CaseId caseId, Attempt attempt) {
        return new MeasurementKey(
                caseId,
                attempt.target(),
                attempt.outcome(),
                attempt.span().startedAt(),
                attempt.span().elapsed(),
                attempt.measured().timing().map(Timing::measured).orElse(Samples.NONE));
    }
}
