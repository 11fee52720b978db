package dev.bascule.fallback.backend;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/**
 * How far an engine may rewrite the graph before it runs it: ONNX Runtime's levels
 * (https://onnxruntime.ai/docs/performance/model-optimizations/graph-optimizations.html), each with those before it.
 */
public enum GraphOptimization {
    /** As the model has it. */
    DISABLED,
    /** What keeps the graph's meaning on every provider: constants folded, redundant nodes gone, nodes fused. */
    BASIC,
    /** Fusions after the placement, for the providers that have the fused operators. */
    EXTENDED,
    /** Layouts changed as well. */
    ALL;

    /** Its word in settings, suites and messages. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    /** The level of a word. */
    public static Optional<GraphOptimization> find(String word) {
        return Arrays.stream(values())
                .filter(level -> level.word().equals(word))
                .findFirst();
    }
}
