package dev.bascule.junit;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.junit.run.CellJudge;

/** A suite that could not run at all: misuse, or a broken environment. The message has code, reason and remedies. */
public final class SuiteException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final ErrorCode code;

    public SuiteException(BasculeException cause) {
        // Where in the engine it was noticed helps nobody; what a library or a bug threw does.
        super(CellJudge.trouble(cause.failure()), cause.getCause());
        this.code = cause.code();
        setStackTrace(new StackTraceElement[0]);
    }

    public ErrorCode code() {
        return code;
    }
}
