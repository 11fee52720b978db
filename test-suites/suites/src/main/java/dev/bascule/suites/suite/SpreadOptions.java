package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.BackendDevice;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * What is said outside of suites about scenarios on several devices.
 *
 * @param split the devices to cut the model over, in order
 * @param cut where; empty searches
 * @param replicas the devices to copy the model to; one may be named several times
 * @param samples how many to spread
 */
public record SpreadOptions(
        Optional<List<BackendDevice>> split,
        Optional<String> cut,
        Optional<List<BackendDevice>> replicas,
        LayeredSetting<Integer> samples) {
    public static final SpreadOptions NONE = new SpreadOptions(
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            new LayeredSetting<>(Optional.empty(), ScenarioKind.REPLICAS.usualCount()));

    /** The devices of a kind of scenario; empty where none were named. */
    List<BackendDevice> over(ScenarioKind kind) {
        return (kind == ScenarioKind.SPLIT ? split : replicas).orElse(List.of());
    }

    /** The backend of every device that was named, each once. */
    public List<Backend> named() {
        return Stream.of(split, replicas)
                .flatMap(devices -> devices.orElse(List.of()).stream())
                .map(BackendDevice::backend)
                .distinct()
                .toList();
    }
}
