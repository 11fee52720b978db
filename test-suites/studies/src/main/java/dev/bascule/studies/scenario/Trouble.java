package dev.bascule.studies.scenario;

import dev.bascule.execution.session.FaultOutcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.runner.Fault;

/**
 * Why a scenario did not come to a good end.
 *
 * @param verdict never one that is right
 * @param failure for the reader
 */
record Trouble(Verdict verdict, Failure failure) {

    static Trouble of(Fault fault) {
        return of(FaultOutcome.of(fault));
    }

    private static Trouble of(FaultOutcome came) {
        return new Trouble(Verdict.of(came.outcome()), came.failure());
    }

    /** The browser or child did not start. */
    static Trouble notStarted(Failure failure) {
        return Thread.currentThread().isInterrupted() ? interrupted() : new Trouble(Verdict.CRASHED, failure);
    }

    static Trouble wrong(String message) {
        return new Trouble(Verdict.WRONG, Failure.of(ErrorCode.NUMERICS_WRONG, message));
    }

    /** Of a scenario that needs the model's graph, with a model of another format. */
    static Trouble graphUnread() {
        return new Trouble(
                Verdict.UNSUPPORTED,
                Failure.of(ErrorCode.INPUT_MISMATCH, "only the graph of an ONNX model can be read", "give one"));
    }

    static Trouble interrupted() {
        return of(FaultOutcome.interrupted());
    }

    /** The same, saying when it happened. */
    Trouble during(String activity) {
        return new Trouble(
                verdict, new Failure(failure.code(), activity + ": " + failure.message(), failure.remedies()));
    }
}
