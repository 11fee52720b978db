package dev.bascule.cli.output;

import dev.bascule.execution.service.HardwareFindings.DeviceTrial;
import dev.bascule.execution.service.HardwareTrial;
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
final class TrialText {
    private static final String FORMAT = CapabilityId.Group.DTYPE.prefix() + ".";
    private static final String OPERATOR = CapabilityId.Group.OPERATOR.prefix() + ".";

    private TrialText() {}

    static List<String> lines(Device device, List<DeviceTrial> trials) {
        List<HardwareTrial> own = trials.stream()
                .filter(about -> about.device().equals(device.id().value()))
                .map(DeviceTrial::trial)
                .toList();
        List<String> lines = new ArrayList<>();
        Map<String, List<HardwareTrial>> byTrier = new LinkedHashMap<>();
        own.stream()
                .filter(HardwareTrial::right)
                .forEach(trial -> byTrier.computeIfAbsent(
                                "verified by %s on %s"
                                        .formatted(
                                                trial.by(),
                                                trial.at()
                                                        .atZone(ZoneOffset.UTC)
                                                        .toLocalDate()),
                                key -> new ArrayList<>())
                        .add(trial));
        byTrier.forEach((who, made) -> lines.add("%s: %s (%s)".formatted(who, what(made), where(made))));
        List<HardwareTrial> wrong = own.stream().filter(trial -> !trial.right()).toList();
        wrong.stream()
                .filter(trial -> !isToldByAnother(trial, wrong))
                .forEach(trial -> lines.add(contradiction(device, trial)));
        return lines;
    }

    private static String what(List<HardwareTrial> trials) {
        Set<String> formats = new TreeSet<>();
        Set<String> operators = new TreeSet<>();
        trials.forEach(trial -> {
            if (trial.capability().startsWith(OPERATOR)) {
                operators.add(trial.capability());
            } else {
                formats.add(shortly(trial.capability()));
            }
        });
        List<String> parts = new ArrayList<>(formats);
        if (!operators.isEmpty()) {
            parts.add(operators.size() == 1 ? "1 operator" : operators.size() + " operators");
        }
        return String.join(", ", parts);
    }

    private static String where(List<HardwareTrial> trials) {
        Set<String> places = new LinkedHashSet<>();
        trials.forEach(trial -> places.add(where(trial)));
        return String.join(", ", places);
    }

    private static String where(HardwareTrial trial) {
        return trial.place().equals(HardwareTrial.NATIVE)
                ? trial.backend()
                : "%s in %s".formatted(trial.backend(), trial.place());
    }

    /** Of what was found together only the format is named: the operators in it are in the evidence. */
    private static boolean isToldByAnother(HardwareTrial trial, List<HardwareTrial> wrong) {
        return trial.capability().startsWith(OPERATOR)
                && wrong.stream()
                        .anyMatch(other -> !other.capability().startsWith(OPERATOR)
                                && other.evidence().equals(trial.evidence())
                                && where(other).equals(where(trial)));
    }

    private static String contradiction(Device device, HardwareTrial trial) {
        boolean claimed = device.capabilities().all().stream()
                .anyMatch(capability -> capability.id().id().equals(trial.capability())
                        && Boolean.TRUE.equals(capability.value())
                        && !capability.standing().isVerified());
        return claimed
                ? "claims %s; the check on %s is wrong: %s"
                        .formatted(shortly(trial.capability()), where(trial), trial.evidence())
                : "%s is wrong on %s: %s".formatted(shortly(trial.capability()), where(trial), trial.evidence());
    }

    private static String shortly(String capability) {
        return capability.startsWith(FORMAT) ? capability.substring(FORMAT.length()) : capability;
    }
}
