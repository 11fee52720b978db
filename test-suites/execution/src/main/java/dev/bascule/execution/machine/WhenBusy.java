package dev.bascule.execution.machine;

/** What to do when somebody else measures on the machine. */
public enum WhenBusy {
    /** Until they have ended, or patience has. */
    WAIT,
    /** Work beside them; every timing of either says so. */
    SHARE,
    /** Measure nothing. */
    FAIL
}
