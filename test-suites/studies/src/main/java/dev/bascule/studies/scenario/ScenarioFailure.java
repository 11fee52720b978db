package dev.bascule.studies.scenario;

import dev.bascule.execution.session.FaultOutcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;

/**
 * The reason why a scenario did not come to a good end.
 *
 * @param verdict never one that is right
 * @param failure for the reader
 */
record ScenarioFailure(Verdict verdict, Failure failure) {

    static ScenarioFailure of(Fault fault) {
        return of(FaultOutcome.of(fault));
    }

    private static ScenarioFailure of(FaultOutcome came) {
        return new ScenarioFailure(Verdict.of(came.outcome()), came.failure());
    }

    /** The browser or child did not start. */
    static ScenarioFailure notStarted(Failure failure) {
        return Thread.currentThread().isInterrupted() ? interrupted() : new ScenarioFailure(Verdict.CRASHED, failure);
    }

    static ScenarioFailure wrong(String message) {
        return new ScenarioFailure(Verdict.WRONG, Failure.of(ErrorCode.NUMERICS_WRONG, message));
    }

    /** Of a scenario that needs the model's graph, with a model of another format. */
    static ScenarioFailure graphUnread() {
        return new ScenarioFailure(
                Verdict.UNSUPPORTED,
                Failure.of(ErrorCode.INPUT_MISMATCH, "only the graph of an ONNX model can be read", "give one"));
    }

    /** What came of it cannot be called right, for native CPU, which it is compared with, broke down. */
    ScenarioFailure notCompared() {
        return new ScenarioFailure(
                Verdict.SKIPPED,
                new Failure(
                        failure.code(),
                        "not judged: native CPU, to compare with, broke down: " + failure.message(),
                        failure.remedies()));
    }

    static ScenarioFailure interrupted() {
        return of(FaultOutcome.interrupted());
    }

    /** The same, saying when it happened. */
    ScenarioFailure during(String activity) {
        return new ScenarioFailure(
                verdict, new Failure(failure.code(), activity + ": " + failure.message(), failure.remedies()));
    }
}
