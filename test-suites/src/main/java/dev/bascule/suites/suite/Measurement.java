package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.GraphOptimization;
import java.time.Duration;

/**
 * How a case is measured.
 *
 * @param minIterations timed iterations at least
 * @param minDuration summed time of the timed iterations at least
 * @param warmUpLimit when warming up ends, stable or not
 * @param measureLimit when measuring a target ends, whatever was reached
 * @param timeout for each answer of a runner
 * @param threads intra-op threads of a CPU engine
 * @param batch what a dynamic batch dimension becomes
 * @param graphOptimization how far the engine may rewrite the graph
 */
public record Measurement(
        int minIterations,
        Duration minDuration,
        Duration warmUpLimit,
        Duration measureLimit,
        Duration timeout,
        int threads,
        int batch,
        GraphOptimization graphOptimization) {

    public static final Measurement DEFAULT = new Measurement(
            20,
            Duration.ofMillis(500),
            Duration.ofSeconds(2),
            Duration.ofSeconds(5),
            Duration.ofSeconds(60),
            1,
            1,
            GraphOptimization.ALL);
}
