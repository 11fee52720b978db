package dev.bascule.nativerunner.engine;

/**
 * How a session is to be made.
 *
 * @param threads intra-op threads
 * @param optimize whether the engine may rewrite the graph
 * @param strict whether the engine must refuse rather than place a node on the CPU
 */
public record SessionSettings(int threads, boolean optimize, boolean strict) {}
