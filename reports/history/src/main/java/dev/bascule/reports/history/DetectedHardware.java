package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.target.Machine;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * What a run found of a piece of hardware or a backend.
 *
 * @param hardwareType {@code cpu}, {@code gpu}, or a backend's id such as {@code webgpu}
 * @param available whether it is there; a software GPU is not
 * @param name what it calls itself, where it does
 * @param features what is known of it, by name
 */
record DetectedHardware(String hardwareType, boolean available, Optional<String> name, Map<String, String> features) {

    /** The machine's own parts, and each backend that was tried: available unless every attempt on it found it absent. */
    static List<DetectedHardware> in(RunRecord run) {
        List<DetectedHardware> found = new ArrayList<>();
        Machine.Cpu cpu = run.machine().cpu();
        found.add(new DetectedHardware(
                "cpu",
                true,
                Optional.of(cpu.name()),
                Map.of("cores", Integer.toString(cpu.cores()), "extensions", String.join(",", cpu.features()))));
        for (Machine.Gpu gpu : run.machine().gpus()) {
            found.add(new DetectedHardware(
                    "gpu",
                    !gpu.software(),
                    Optional.of(gpu.name()),
                    Map.of("vendor", gpu.vendor(), "software", Boolean.toString(gpu.software()))));
        }
        Map<String, List<Attempt>> byBackend = new LinkedHashMap<>();
        run.runs().stream()
                .flatMap(caseRun -> caseRun.attempts().stream())
                .filter(attempt -> attempt.outcome() != Outcome.CANCELLED && attempt.outcome() != Outcome.NOT_JUDGED)
                .filter(attempt -> !attempt.target().backend().equals(Backends.NATIVE_CPU))
                .forEach(attempt -> byBackend
                        .computeIfAbsent(attempt.target().backend().id(), id -> new ArrayList<>())
                        .add(attempt));
        byBackend.forEach((id, attempts) -> found.add(ofBackend(id, attempts)));
        return found;
    }

    private static DetectedHardware ofBackend(String id, List<Attempt> attempts) {
        Attempt telling = attempts.stream()
                .filter(attempt -> attempt.outcome() != Outcome.UNAVAILABLE)
                .findFirst()
                .orElse(attempts.get(0));
        Map<String, String> features = new TreeMap<>(telling.target().adapter());
        features.put("target", telling.target().id());
        telling.target().software().ifPresent(software -> features.put("software", software.toString()));
        boolean available = telling.outcome() != Outcome.UNAVAILABLE;
        if (!available) {
            telling.failure().ifPresent(failure -> features.put("reason", failure.message()));
        }
        return new DetectedHardware(
                id,
                available,
                Optional.ofNullable(telling.target().adapter().get("description"))
                        .filter(description -> !description.isBlank()),
                features);
    }
}
