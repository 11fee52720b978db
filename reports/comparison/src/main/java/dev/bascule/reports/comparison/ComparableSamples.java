package dev.bascule.reports.comparison;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.reports.matrix.CaseResult;
import java.util.Optional;

/** The samples of cells that may be compared. Stateless. */
final class ComparableSamples {
    private ComparableSamples() {}

    /** Warm samples of a right cell; those of a wrong one say nothing. */
    static Optional<RunSamples> of(CaseResult cell) {
        Attempt attempt = cell.run().decisive();
        if (!cell.run().verdict().isRight() || !attempt.succeeded()) {
            return Optional.empty();
        }
        return attempt.measured()
                .timing()
                .filter(timing -> !timing.measured().isEmpty())
                .map(timing -> new RunSamples(
                        cell.runId(),
                        cell.startedAt(),
                        timing.measured(),
                        timing.noise().isPresent()));
    }
}
