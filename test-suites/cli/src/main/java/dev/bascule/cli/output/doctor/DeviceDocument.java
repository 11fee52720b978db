package dev.bascule.cli.output.doctor;

import dev.bascule.execution.service.HardwareFindings;
import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.Factor;
import dev.bascule.fallback.hardware.HardwareClass;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import dev.bascule.fallback.target.Fingerprint;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The devices in the document of {@code doctor --json}; what is not known is null with a reason. Stateless. */
final class DeviceDocument {
    private DeviceDocument() {}

    static Map<String, Object> of(HardwareFindings findings) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(
                "devices",
                findings.map().devices().stream()
                        .map(device -> device(device, findings.map()))
                        .toList());
        map.put("limits", findings.limits());
        map.put("caches", findings.caches());
        map.put("cachesReason", findings.cachesReason());
        map.put("gaps", findings.map().gaps());
        map.put("trials", HardwareTestDocument.trials(findings.trials()));
        return map;
    }

    private static Map<String, Object> device(Device device, HardwareMap hardware) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", device.id().value());
        map.put("class", device.type().id());
        map.put("isA", above(device.type()));
        map.put("accelerates", HardwareClasses.accelerates(device.type()));
        map.put("name", device.name());
        map.put("vendor", device.vendor());
        map.put("driver", device.driver());
        map.put("memory", device.memory());
        map.put("reachable", device.isReachable());
        map.put("barrier", device.barrier());
        map.put(
                "capabilities",
                device.capabilities().all().stream()
                        .map(DeviceDocument::capability)
                        .toList());
        map.put(
                "factors",
                device.type().factors().values().stream()
                        .map(DeviceDocument::factor)
                        .toList());
        map.put(
                "relations",
                hardware.relationsOf(device.id()).stream()
                        .map(relation -> relation(relation, device))
                        .toList());
        map.put("reasons", reasons(device));
        map.put("sources", device.sources());
        return map;
    }

    private static List<String> above(HardwareClass type) {
        return type.parents().stream()
                .flatMap(parent ->
                        java.util.stream.Stream.concat(java.util.stream.Stream.of(parent.id()), above(parent).stream()))
                .distinct()
                .toList();
    }

    /** Why something is null. */
    private static Map<String, String> reasons(Device device) {
        Map<String, String> reasons = new TreeMap<>(device.unknown());
        reason(reasons, "vendor", device.vendor(), "nobody tells");
        reason(reasons, "driver", device.driver(), "nobody tells of one");
        reason(
                reasons,
                "memory.totalBytes",
                device.memory().totalBytes(),
                device.unknown()
                        .getOrDefault(
                                Device.MEMORY,
                                device.memory().sharedWithHost().orElse(false)
                                        ? "it works in the host's memory"
                                        : "nobody tells"));
        reason(reasons, "memory.freeBytes", device.memory().freeBytes(), "nobody tells");
        reason(reasons, "memory.sharedWithHost", device.memory().sharedWithHost(), "nobody tells");
        reason(reasons, "barrier", device.barrier(), "nothing is known to stand in the way");
        return reasons;
    }

    private static void reason(Map<String, String> reasons, String name, Optional<?> value, String why) {
        if (value.isEmpty()) {
            reasons.putIfAbsent(name, why);
        }
    }

    private static Map<String, Object> capability(Capability<?> capability) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("id", capability.id().id());
        map.put("value", capability.value());
        map.put("standing", capability.standing().isVerified() ? "verified" : "claimed");
        map.put("by", capability.standing().by());
        map.put("evidence", capability.standing().evidence());
        return map;
    }

    private static Map<String, Object> factor(Factor factor) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("kind", factor.kind().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
        map.put("value", factor.value());
        map.put("source", factor.source());
        return map;
    }

    private static Map<String, Object> relation(Relation relation, Device from) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put(
                "kind",
                relation.kind().name().toLowerCase(java.util.Locale.ROOT).replace('_', '-'));
        map.put("device", relation.seenFrom(from.id()).value());
        map.put("evidence", relation.evidence());
        return map;
    }

    static Map<String, Object> of(Fingerprint fingerprint) {
        Map<String, Object> map = new LinkedHashMap<>();
        map.put("machine", fingerprint.machineHash());
        map.put("state", fingerprint.stateHash());
        map.put("machineParts", fingerprint.machine());
        map.put("softwareParts", fingerprint.software());
        return map;
    }
}
