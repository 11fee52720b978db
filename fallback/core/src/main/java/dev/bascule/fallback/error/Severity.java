package dev.bascule.fallback.error;

/** How much an error takes away from its user. */
public enum Severity {
    /** Nothing can run. */
    CRITICAL,
    /** This backend or case cannot run. */
    ERROR,
    /** It runs, but not as well as it could. */
    WARNING,
    /** Worth knowing. */
    INFO
}
