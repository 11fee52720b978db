package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.GraphOptimization;
import java.time.Duration;

/**
 * How a case is measured.
 *
 * @param minIterations timed iterations at least
 * @param minDuration summed time of the timed iterations at least
 * @param softwareIterations timed iterations that are enough on a software adapter, whose speed is no accelerator's: where they
 *     are fewer than {@code minIterations}, they take the place of both minima there
 * @param warmUpLimit when warming up ends, stable or not
 * @param measureLimit when measuring a target ends, whatever was reached
 * @param timeout for each answer of a runner
 * @param threads intra-op threads of a CPU engine
 * @param batch what a dynamic batch dimension becomes
 * @param graphOptimization how far the engine may rewrite the graph
 * @param engine what was said about a native engine's options
 */
public record Measurement(
        int minIterations,
        Duration minDuration,
        int softwareIterations,
        Duration warmUpLimit,
        Duration measureLimit,
        Duration timeout,
        int threads,
        int batch,
        GraphOptimization graphOptimization,
        EngineChoice engine) {

    /** With the engine's usual options. */
    public Measurement(
            int minIterations,
            Duration minDuration,
            int softwareIterations,
            Duration warmUpLimit,
            Duration measureLimit,
            Duration timeout,
            int threads,
            int batch,
            GraphOptimization graphOptimization) {
        this(
                minIterations,
                minDuration,
                softwareIterations,
                warmUpLimit,
                measureLimit,
                timeout,
                threads,
                batch,
                graphOptimization,
                EngineChoice.NONE);
    }

    public static final Measurement DEFAULT = new Measurement(
            20,
            Duration.ofMillis(500),
            // As many as the interval of a median needs.
            6,
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofSeconds(60),
            1,
            1,
            GraphOptimization.ALL);

    public Measurement withBatch(int other) {
        return new Measurement(
                minIterations,
                minDuration,
                softwareIterations,
                warmUpLimit,
                measureLimit,
                timeout,
                threads,
                other,
                graphOptimization,
                engine);
    }

    Measurement withEngine(EngineChoice other) {
        return new Measurement(
                minIterations,
                minDuration,
                softwareIterations,
                warmUpLimit,
                measureLimit,
                timeout,
                threads,
                batch,
                graphOptimization,
                other);
    }
}
