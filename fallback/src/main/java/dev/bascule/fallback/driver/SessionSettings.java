package dev.bascule.fallback.driver;

import dev.bascule.fallback.backend.EngineOptions;

/**
 * How a session is to be made.
 *
 * @param threads intra-op threads
 * @param optimize whether the engine may rewrite the graph
 * @param strict whether the engine must refuse rather than place a node on the CPU
 * @param options device, precision, memory
 */
public record SessionSettings(int threads, boolean optimize, boolean strict, EngineOptions options) {

    /** With the usual options. */
    public SessionSettings(int threads, boolean optimize, boolean strict) {
        this(threads, optimize, strict, EngineOptions.DEFAULTS);
    }
}
