package dev.bascule.fallback.backend;

import java.util.Locale;

/** In which order ONNX Runtime runs nodes (https://onnxruntime.ai/docs/performance/tune-performance/threading.html). */
public enum ExecutionMode {
    /** One after the other, each on all threads. */
    SEQUENTIAL,
    /** Those that do not wait for each other side by side, on as many threads more. */
    PARALLEL;

    /** Its word in settings and suites. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }
}
