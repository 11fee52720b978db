package dev.bascule.suites.setting;

/** How far a setting reaches, and so where it may stand beside flags, variables, configuration files and JUnit parameters. */
public enum Scope {
    /** One invocation as a whole: no suite says it. */
    INVOCATION,
    /** How cases are measured: a suite may say it. */
    SUITE,
    /** What a case is: a suite may say it, and the id of a case does where it is not the default. */
    CASE
}
