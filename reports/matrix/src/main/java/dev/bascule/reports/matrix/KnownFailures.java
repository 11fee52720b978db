package dev.bascule.reports.matrix;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import java.util.Optional;

/** What was expected of the cells of a run. Implementations are thread-safe. */
@FunctionalInterface
public interface KnownFailures {
    /** Nothing but success is expected of anything. */
    KnownFailures NONE = run -> Optional.empty();

    /** What was expected of a cell, where anything was. */
    Optional<KnownFailure> of(CaseRun run);

    /** Whether it failed and was not expected to, or came out otherwise than expected; right outputs included. */
    default boolean isUnexpected(CaseRun run) {
        return of(run).map(known -> !known.holds()).orElse(run.verdict().isFailure());
    }

    /** What to say of a cell: that it is not as expected, or is, though it is not right. */
    default Optional<KnownFailure> worthSaying(CaseRun run) {
        Verdict verdict = run.verdict();
        return of(run).filter(known -> !known.holds() || !verdict.isRight());
    }
}
