package dev.bascule.reports.matrix;

import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.target.Target;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The place in which a cell really ran, as far as that is known. Runs that reached different places have no speed in common: a
 * chain that fell back is another backend's time, and a word of an API may stand for a place that nobody proved.
 *
 * @param backend id of the backend: proven, else what an API said, else what was asked for
 * @param proof how well that is known
 * @param deviceType the device type that stands up to the evidence; empty where unknown
 * @param software whether the adapter is a software one; empty where nobody could tell or there is none
 * @param adapter vendor and architecture, as the adapter says; empty where there is none
 */
public record ActualPlacement(
        String backend,
        ProofClass proof,
        Optional<DeviceType> deviceType,
        Optional<Boolean> software,
        Optional<String> adapter) {

    public static ActualPlacement of(
            Target target,
            ProofClass proof,
            Optional<String> actual,
            Optional<DeviceType> deviceType,
            Optional<Boolean> software) {
        String adapter = Stream.of("vendor", "architecture")
                .map(key -> target.adapter().getOrDefault(key, ""))
                .filter(value -> !value.isBlank())
                .collect(Collectors.joining(" "));
        return new ActualPlacement(
                actual.orElseGet(() -> target.backend().id()),
                proof,
                deviceType,
                software.or(target::software),
                adapter.isEmpty() ? Optional.empty() : Optional.of(adapter));
    }

    /** {@code webgpu on google swiftshader (software adapter)}, {@code webnn, unproven}. */
    public String words() {
        String device = adapter.or(() -> deviceType.map(type -> type.name().toLowerCase(Locale.ROOT)))
                .filter(name -> !name.equals(backend))
                .map(name -> " on " + name)
                .orElse("");
        return backend
                + device
                + (software.orElse(false) ? " (software adapter)" : "")
                + (proof == ProofClass.PROVEN ? "" : ", unproven");
    }
}
