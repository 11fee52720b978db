package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.models.workload.SearchLimits;
import java.util.List;
import java.util.Optional;

/**
 * A scenario as a suite names it.
 *
 * @param kind which
 * @param count repeats, recreations, cycles, seconds, pairs, samples or the highest batch, where the suite says how many
 * @param over the devices of one that is played on several; empty for others
 * @param cut where to cut the model, where the suite says so
 * @param limits of a search, as far as the suite says
 */
public record ScenarioEntry(
        ScenarioKind kind,
        Optional<Integer> count,
        List<BackendDevice> over,
        Optional<String> cut,
        SearchLimits limits) {

    public ScenarioEntry {
        over = List.copyOf(over);
    }

    /** With nothing said about its count. */
    public static ScenarioEntry of(ScenarioKind kind) {
        return new ScenarioEntry(kind, Optional.empty());
    }

    /** Without limits. */
    public ScenarioEntry(ScenarioKind kind, Optional<Integer> count, List<BackendDevice> over, Optional<String> cut) {
        this(kind, count, over, cut, SearchLimits.NONE);
    }

    /** On one device, without limits. */
    public ScenarioEntry(ScenarioKind kind, Optional<Integer> count) {
        this(kind, count, List.of(), Optional.empty(), SearchLimits.NONE);
    }
}
