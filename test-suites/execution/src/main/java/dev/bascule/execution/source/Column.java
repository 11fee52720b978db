package dev.bascule.execution.source;

import dev.bascule.execution.ParallelTasks;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.Side;
import java.util.Collection;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

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

    /** Starts whatever the columns will need, side by side, so that nothing starts while something is timed. */
    public static void startAll(Collection<Column> columns) {
        Map<RunnerSource, Set<Backend>> wanted = new LinkedHashMap<>();
        columns.forEach(column -> column.sources()
                .forEach((backend, source) -> wanted.computeIfAbsent(source, any -> new LinkedHashSet<>())
                        .add(backend)));
        ParallelTasks.run(wanted.entrySet().stream()
                .<Runnable>map(entry -> () -> entry.getKey().startLanes(entry.getValue()))
                .toList());
    }

    /** The browsers that it needs; none for a native column. */
    public Set<RunnerSource> browsers() {
        Set<RunnerSource> browsers = new LinkedHashSet<>();
        chain.rungs()
                .forEach(backend -> Optional.ofNullable(sources.get(backend))
                        .filter(source -> source.side() == Side.BROWSER)
                        .ifPresent(browsers::add));
        return browsers;
    }

    /** Where one of its backends is. */
    public Place place(Backend backend) {
        return new Place(
                Optional.ofNullable(sources.get(backend))
                        .orElseThrow(() -> new IllegalStateException("no source for " + backend)),
                backend);
    }
}
