package dev.bascule.suites.execution;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.suites.execution.AttemptExecutor.Place;
import java.util.Map;
import java.util.Optional;

/**
 * A column of the matrix in the making: a chain, and where each of its backends is found.
 *
 * @param chain one backend for a strict target
 * @param sources a source for each backend of the chain; with {@code --browsers auto} they may be different browsers
 */
public record Column(Chain chain, Map<Backend, RunnerSource> sources) {

    public Column {
        sources = Map.copyOf(sources);
    }

    Place place(Backend backend) {
        return new Place(
                Optional.ofNullable(sources.get(backend))
                        .orElseThrow(() -> new IllegalStateException("no source for " + backend)),
                backend);
    }
}
