package dev.bascule.cli.config;

/** What makes a run end with exit code 1. */
public enum FailOn {
    NEVER,
    /** A verdict that is a failure; a backend that is merely absent or unfit is none. */
    FAILURES
}
