package dev.bascule.fallback.attempt;

/** What came of one try of a case on one backend. */
public enum Outcome {
    /** It ran on the backend asked for, in part at least, and its outputs are right. */
    SUCCEEDED,
    /** The backend is not on this machine. */
    UNAVAILABLE,
    /** The backend cannot run this model, or the engine placed none of its nodes there. */
    UNSUPPORTED,
    /** The session could not be created. */
    COMPILE_FAILED,
    OUT_OF_MEMORY,
    /** It ran, and an output differs from the reference by more than the tolerance. */
    WRONG,
    TIMED_OUT,
    DEVICE_LOST,
    /** The runner died or was poisoned. */
    CRASHED,
    /** It failed in a way not listed here. */
    FAILED,
    /** It was not run, for nothing could tell right from wrong: there is no reference, or it shows nothing. Says nothing of the backend. */
    NOT_JUDGED,
    /** The user stopped it. */
    CANCELLED
}
