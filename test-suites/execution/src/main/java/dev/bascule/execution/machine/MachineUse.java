package dev.bascule.execution.machine;

/** What somebody does on a machine. */
public enum MachineUse {
    /** Measures time: alone. */
    TIMED,
    /** Looks at outputs alone, and may do so beside others of this kind: it would disturb what is timed. */
    UNTIMED
}
