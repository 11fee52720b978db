package dev.bascule.fallback.run;

import java.util.Objects;

/**
 * A run that something ended which was to end none, such as the end of memory or a class that is not there, after it had
 * measured some of its cells. Whoever catches it keeps those first, and then ends as the cause would have ended it.
 */
public final class RunAbortedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient RunRecord kept;

    /** @param kept what was measured, marked as interrupted */
    public RunAbortedException(RunRecord kept, Throwable cause) {
        super("a run was broken off: " + cause, cause);
        this.kept = kept;
    }

    /** What was measured. */
    public RunRecord kept() {
        return kept;
    }

    /** Why. */
    public Throwable reason() {
        return Objects.requireNonNull(getCause(), "it was made with one");
    }

    /** The cause, to be thrown on: an error is thrown here already. */
    public RuntimeException unwrapped() {
        Throwable reason = reason();
        if (reason instanceof Error error) {
            throw error;
        }
        return reason instanceof RuntimeException plain ? plain : this;
    }
}
