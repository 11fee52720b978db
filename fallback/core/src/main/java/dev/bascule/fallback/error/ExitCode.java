package dev.bascule.fallback.error;

/** The process exit codes of the command line. */
public enum ExitCode {
    OK(0),
    FAILURES(1),
    USAGE(2),
    INVALID_INPUT(3),
    NOTHING_SELECTED(4),
    ENVIRONMENT(5),
    INFRASTRUCTURE(6),
    BUG(70),
    INTERRUPTED(130);

    private final int status;

    ExitCode(int status) {
        this.status = status;
    }

    /** The number handed to the operating system. */
    public int status() {
        return status;
    }
}
