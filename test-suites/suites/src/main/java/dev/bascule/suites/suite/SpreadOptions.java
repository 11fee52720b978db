package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.Backend;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What is said outside of suites about scenarios on several devices.
 *
 * @param split the devices to cut the model over, in order
 * @param cut where; empty searches
 * @param replicas the devices to copy the model to; one may be named several times
 * @param samples how many to spread
 */
public record SpreadOptions(
        Optional<List<Backend>> split,
        Optional<String> cut,
        Optional<List<Backend>> replicas,
        LayeredSetting<Integer> samples) {
    public static final SpreadOptions NONE = new SpreadOptions(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new LayeredSetting<>(Optional.empty(), ScenarioKind.REPLICAS.usualCount()));

    /** The devices of a kind of scenario; empty where none were named. */
    List<Backend> over(ScenarioKind kind) {
        return (kind == ScenarioKind.SPLIT ? split : replicas).orElse(List.of());
    }

    /** Every device that was named, each once. */
    public List<Backend> named() {
        Set<Backend> named = new LinkedHashSet<>(split.orElse(List.of()));
        named.addAll(replicas.orElse(List.of()));
        return List.copyOf(named);
    }
}
