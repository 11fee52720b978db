package dev.bascule.app.config;

/** What makes a run end with exit code 1. */
public enum FailOn {
    NEVER,
    /** A verdict that is a failure; a backend that is merely absent or unfit is none. */
    FAILURES,
    /**
     * What became worse than the baseline: a verdict, or the speed beyond the threshold. A failure that the baseline has too is
     * none; one of a case that it does not have is. Where there is no baseline, as in conformance, the same as failures.
     */
    REGRESSIONS
}
