package dev.bascule.cli.output.doctor;

import dev.bascule.execution.service.CapabilityResult;
import dev.bascule.execution.service.HardwareFindings.DeviceResult;
import dev.bascule.fallback.hardware.CapabilityId;
import dev.bascule.fallback.hardware.Device;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Who verified what of a device, when and where, and what is claimed and came out wrong. Stateless. */
final class CapabilityResultText {
    private static final String FORMAT = CapabilityId.Group.DTYPE.prefix() + ".";
    private static final String OPERATOR = CapabilityId.Group.OPERATOR.prefix() + ".";

    private CapabilityResultText() {}

    static List<String> lines(Device device, List<DeviceResult> results) {
        List<CapabilityResult> own = results.stream()
                .filter(about -> about.device().equals(device.id().value()))
                .map(DeviceResult::trial)
                .toList();
        List<String> lines = new ArrayList<>();
        Map<String, List<CapabilityResult>> byTrier = new LinkedHashMap<>();
        own.stream()
                .filter(CapabilityResult::right)
                .forEach(result -> byTrier.computeIfAbsent(
                                "verified by %s on %s"
                                        .formatted(
                                                result.by(),
                                                result.at()
                                                        .atZone(ZoneOffset.UTC)
                                                        .toLocalDate()),
                                key -> new ArrayList<>())
                        .add(result));
        byTrier.forEach((who, made) -> lines.add("%s: %s (%s)".formatted(who, what(made), where(made))));
        List<CapabilityResult> wrong =
                own.stream().filter(result -> !result.right()).toList();
        wrong.stream()
                .filter(result -> !isToldByAnother(result, wrong))
                .forEach(result -> lines.add(contradiction(device, result)));
        return lines;
    }

    private static String what(List<CapabilityResult> results) {
        Set<String> formats = new TreeSet<>();
        Set<String> operators = new TreeSet<>();
        results.forEach(result -> {
            if (result.capability().startsWith(OPERATOR)) {
                operators.add(result.capability());
            } else {
                formats.add(shortly(result.capability()));
            }
        });
        List<String> parts = new ArrayList<>(formats);
        if (!operators.isEmpty()) {
            parts.add(operators.size() == 1 ? "1 operator" : operators.size() + " operators");
        }
        return String.join(", ", parts);
    }

    private static String where(List<CapabilityResult> results) {
        Set<String> places = new LinkedHashSet<>();
        results.forEach(result -> places.add(where(result)));
        return String.join(", ", places);
    }

    private static String where(CapabilityResult result) {
        return result.place().equals(CapabilityResult.NATIVE)
                ? result.backend()
                : "%s in %s".formatted(result.backend(), result.place());
    }

    /** Of what was found together only the format is named: the operators in it are in the evidence. */
    private static boolean isToldByAnother(CapabilityResult result, List<CapabilityResult> wrong) {
        return result.capability().startsWith(OPERATOR)
                && wrong.stream()
                        .anyMatch(other -> !other.capability().startsWith(OPERATOR)
                                && other.evidence().equals(result.evidence())
                                && where(other).equals(where(result)));
    }

    private static String contradiction(Device device, CapabilityResult result) {
        boolean claimed = device.capabilities().all().stream()
                .anyMatch(capability -> capability.id().id().equals(result.capability())
                        && Boolean.TRUE.equals(capability.value())
                        && !capability.standing().isVerified());
        return claimed
                ? "claims %s; the check on %s is wrong: %s"
                        .formatted(shortly(result.capability()), where(result), result.evidence())
                : "%s is wrong on %s: %s".formatted(shortly(result.capability()), where(result), result.evidence());
    }

    private static String shortly(String capability) {
        return capability.startsWith(FORMAT) ? capability.substring(FORMAT.length()) : capability;
    }
}
