package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.Backend;
import java.util.List;
import java.util.Optional;

/**
 * A scenario as a suite names it.
 *
 * @param kind which
 * @param count repeats, recreations, cycles, seconds, pairs or samples, where the suite says how many
 * @param over the devices of one that is played on several; empty for others
 * @param cut where to cut the model, where the suite says so
 */
public record ScenarioEntry(ScenarioKind kind, Optional<Integer> count, List<Backend> over, Optional<String> cut) {

    public ScenarioEntry {
        over = List.copyOf(over);
    }

    /** On one device. */
    public ScenarioEntry(ScenarioKind kind, Optional<Integer> count) {
        this(kind, count, List.of(), Optional.empty());
    }

    /** With nothing said about its count. */
    public static ScenarioEntry of(ScenarioKind kind) {
        return new ScenarioEntry(kind, Optional.empty());
    }
}
