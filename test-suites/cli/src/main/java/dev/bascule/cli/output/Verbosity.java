package dev.bascule.cli.output;

/** How much is said on stderr. */
public enum Verbosity {
    /** Errors only. */
    QUIET,
    NORMAL,
    /** Also the engines' logs and the stacks of errors. */
    VERBOSE
}
