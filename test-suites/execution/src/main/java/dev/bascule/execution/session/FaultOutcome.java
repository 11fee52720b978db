package dev.bascule.execution.session;

import dev.bascule.fallback.attempt.FaultClassifier;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;

/**
 * What a fault makes of the work that it ended. Immutable.
 *
 * @param outcome never a success
 * @param failure for the reader
 */
public record FaultOutcome(Outcome outcome, Failure failure) {

    /** What a fault comes to; of an interrupted thread it is the user's doing, whatever the runner made of it. */
    public static FaultOutcome of(Fault fault) {
        if (Thread.currentThread().isInterrupted()) {
            return interrupted();
        }
        FaultClassifier.Classified classified = FaultClassifier.classify(fault);
        return new FaultOutcome(classified.outcome(), classified.failure());
    }

    /** The user's own doing. */
    public static FaultOutcome interrupted() {
        return new FaultOutcome(Outcome.CANCELLED, Failure.of(ErrorCode.RUN_INTERRUPTED, "stopped by the user"));
    }
}
