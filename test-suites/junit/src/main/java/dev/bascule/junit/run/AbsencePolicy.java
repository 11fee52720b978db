package dev.bascule.junit.run;

/** What becomes of a test whose cell says nothing about the model, for its backend is not here or cannot take it. */
public enum AbsencePolicy {
    /** It is aborted, with the reason; where nothing of its suite ran, it fails. */
    ABORT,
    /** It is aborted, though nothing of its suite ran. */
    TOLERATE,
    /** It fails. */
    FAIL
}
