package dev.bascule.bridge.dashboard.view;

import dev.bascule.reports.history.RunFilter;
import dev.bascule.reports.history.RunHeading;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The headings of all runs, read again when there are new ones. Thread-safe. */
public final class RunIndex {
    private final WatchedHistory history;
    private Optional<Known> kept = Optional.empty();

    private record Known(long generation, Map<String, RunHeading> byId) {}

    public RunIndex(WatchedHistory history) {
        this.history = history;
    }

    /** The newest first. */
    List<RunHeading> all() {
        return List.copyOf(known().values());
    }

    Optional<RunHeading> find(String id) {
        return Optional.ofNullable(known().get(id));
    }

    private synchronized Map<String, RunHeading> known() {
        long generation = history.generation();
        Known now = kept.filter(known -> known.generation() == generation).orElseGet(() -> read(generation));
        kept = Optional.of(now);
        return now.byId();
    }

    private Known read(long generation) {
        Map<String, RunHeading> byId = new LinkedHashMap<>();
        history.runs(RunFilter.ALL).forEach(run -> byId.put(run.id(), run));
        return new Known(generation, byId);
    }
}
