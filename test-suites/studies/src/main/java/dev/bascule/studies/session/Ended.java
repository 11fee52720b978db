package dev.bascule.studies.session;

import dev.bascule.execution.session.FaultOutcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;

/** What ended a session before its time, and what that comes to. Immutable. */
public record Ended(Verdict verdict, Failure failure) {

    public static Ended of(Fault fault) {
        FaultOutcome outcome = FaultOutcome.of(fault);
        return new Ended(Verdict.of(outcome.outcome()), outcome.failure());
    }
}
