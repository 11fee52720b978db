package dev.bascule.junit;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.junit.run.CellTestResult;
import org.opentest4j.AssertionFailedError;

/**
 * A cell that is not as expected. The message has its error code, the reason, what to do about it, and the command line that
 * repeats it.
 */
public final class VerdictError extends AssertionFailedError {
    private static final long serialVersionUID = 1L;

    private final Verdict verdict;
    private final String reproduce;

    private VerdictError(String message, String expected, Verdict verdict, String reproduce) {
        super(message, expected, verdict.toString());
        this.verdict = verdict;
        this.reproduce = reproduce;
        // Where in the engine it was noticed helps nobody.
        setStackTrace(new StackTraceElement[0]);
    }

    public static VerdictError of(CellTestResult.Failed failed) {
        return of(failed.run(), failed.expected(), failed.message());
    }

    /** @param message all that there is to say */
    static VerdictError of(CaseRun run, String expected, String message) {
        return new VerdictError(message, expected, run.verdict(), run.reproduce());
    }

    /** Of something that has no cell. */
    public static VerdictError of(Verdict verdict, String reproduce, String message) {
        return new VerdictError(message, "no failure", verdict, reproduce);
    }

    /** What the cell came to. */
    public Verdict verdict() {
        return verdict;
    }

    /** The command line that repeats it. */
    public String reproduce() {
        return reproduce;
    }
}
