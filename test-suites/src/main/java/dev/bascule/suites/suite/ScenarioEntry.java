package dev.bascule.suites.suite;

import java.util.Optional;

/**
 * A scenario as a suite names it.
 *
 * @param kind which
 * @param count repeats, recreations, cycles or seconds, where the suite says how many
 */
public record ScenarioEntry(ScenarioKind kind, Optional<Integer> count) {

    /** With nothing said about its count. */
    public static ScenarioEntry of(ScenarioKind kind) {
        return new ScenarioEntry(kind, Optional.empty());
    }
}
