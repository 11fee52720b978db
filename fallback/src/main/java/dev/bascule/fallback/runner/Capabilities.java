package dev.bascule.fallback.runner;

import dev.bascule.fallback.backend.Engine;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * What a runner says it can do. A claim, not a proof.
 *
 * @param backends one report for each backend it knows
 * @param environment facts of the page or process, such as {@code crossOriginIsolated}
 */
public record Capabilities(List<BackendReport> backends, Map<String, String> environment) {

    public Capabilities {
        backends = List.copyOf(backends);
        environment = Map.copyOf(environment);
    }

    public Optional<BackendReport> backend(String id) {
        return backends.stream().filter(report -> report.backend().equals(id)).findFirst();
    }

    /**
     * @param backend the backend's id
     * @param status how usable it looks
     * @param software whether its adapter is a software one; empty where nobody could tell
     * @param engine what would execute it, if anything would
     * @param adapter what the adapter says of itself
     * @param reason why it is not ok; empty when it is
     */
    public record BackendReport(
            String backend,
            BackendStatus status,
            Optional<Boolean> software,
            Optional<Engine> engine,
            Map<String, String> adapter,
            Optional<String> reason) {

        public BackendReport {
            adapter = Map.copyOf(adapter);
        }
    }
}
