package dev.bascule.fallback.driver;

import dev.bascule.fallback.backend.EngineOptions;
import dev.bascule.fallback.backend.GraphOptimization;

/**
 * How a session is to be made.
 *
 * @param threads intra-op threads
 * @param optimization how far the engine may rewrite the graph
 * @param strict whether the engine must refuse rather than place a node on the CPU
 * @param options device, precision, memory
 */
public record SessionSettings(int threads, GraphOptimization optimization, boolean strict, EngineOptions options) {

    /** With the usual options. */
    public SessionSettings(int threads, GraphOptimization optimization, boolean strict) {
        this(threads, optimization, strict, EngineOptions.DEFAULTS);
    }
}
