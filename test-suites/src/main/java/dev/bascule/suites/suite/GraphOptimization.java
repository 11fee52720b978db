package dev.bascule.suites.suite;

/** Whether an engine may rewrite the graph before it runs it. */
public enum GraphOptimization {
    ALL,
    DISABLED
}
