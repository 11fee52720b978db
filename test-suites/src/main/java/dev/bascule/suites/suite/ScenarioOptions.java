package dev.bascule.suites.suite;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * What is said about scenarios outside of suites.
 *
 * @param kinds which; those said for this invocation come on top of the suite's
 * @param cycles of a soak
 */
public record ScenarioOptions(Layered<List<ScenarioKind>> kinds, Layered<Integer> cycles) {
    public static final ScenarioOptions NONE = new ScenarioOptions(
            new Layered<>(Optional.empty(), List.of()),
            new Layered<>(Optional.empty(), ScenarioKind.SOAK.usualCount()));

    /** The scenarios that count, given what the suite says; each kind once, in the order in which they were named. */
    List<ScenarioSpec> around(Optional<List<ScenarioEntry>> suite) {
        List<ScenarioEntry> entries = new ArrayList<>(suite.orElseGet(
                () -> kinds.configured().stream().map(ScenarioEntry::of).toList()));
        kinds.explicit().orElse(List.of()).stream()
                .filter(kind -> entries.stream().noneMatch(entry -> entry.kind() == kind))
                .forEach(kind -> entries.add(ScenarioEntry.of(kind)));
        return entries.stream()
                .map(entry -> new ScenarioSpec(entry.kind(), count(entry)))
                .distinct()
                .toList();
    }

    private int count(ScenarioEntry entry) {
        return switch (entry.kind()) {
            case SOAK -> cycles.around(entry.count());
            case VISITS, STATE_LEAK, STREAM, DECODE ->
                entry.count().orElse(entry.kind().usualCount());
        };
    }
}
