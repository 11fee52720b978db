package dev.bascule.reports.comparison;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.reports.matrix.CaseResult;
import java.util.Optional;

/** The samples of cells that may be compared. Stateless. */
final class ComparableSamples {
    private ComparableSamples() {}

    /** Warm samples of a right cell; those of a wrong one say nothing. */
    static Optional<RunSamples> of(CaseResult cell) {
        return of(cell, ComparedMetric.INFERENCE);
    }

    /** The same of another metric; empty where the cell did not measure it. */
    static Optional<RunSamples> of(CaseResult cell, ComparedMetric metric) {
        Attempt attempt = cell.run().decisive();
        if (!cell.run().verdict().isRight() || !attempt.succeeded()) {
            return Optional.empty();
        }
        Optional<Samples> samples = switch (metric) {
            case INFERENCE -> attempt.measured().timing().map(Timing::measured);
            case END_TO_END -> attempt.measured().endToEnd().map(EndToEnd::total);
        };
        boolean busy = attempt.measured().timing().flatMap(Timing::noise).isPresent();
        return samples.filter(some -> !some.isEmpty())
                .map(some -> new RunSamples(cell.runId(), cell.startedAt(), some, busy));
    }
}
