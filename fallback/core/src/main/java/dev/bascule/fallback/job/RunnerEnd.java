package dev.bascule.fallback.job;

import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.process.ProcessEnd;

/**
 * How a runner came to its end.
 *
 * @param code what whoever saw it knows of the cause; {@link ErrorCode#RUNNER_CRASHED} where only that it is gone
 * @param reason for people, without a period
 */
public record RunnerEnd(ErrorCode code, String reason) {

    /** Of a runner that is a process of its own. */
    public static RunnerEnd of(ProcessEnd end) {
        ErrorCode code = switch (end.cause()) {
            case CRASHED -> ErrorCode.LIBRARY_CRASHED;
            case KILLED_FOR_MEMORY -> ErrorCode.OUT_OF_MEMORY;
            case KILLED -> ErrorCode.PROCESS_KILLED;
            case OTHER -> ErrorCode.RUNNER_CRASHED;
        };
        return new RunnerEnd(code, end.words());
    }

    /** One of which no more is known than the words. */
    public static RunnerEnd unexplained(String reason) {
        return new RunnerEnd(ErrorCode.RUNNER_CRASHED, reason);
    }
}
