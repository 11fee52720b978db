package dev.bascule.studies.hardware;

import dev.bascule.execution.service.CapabilityResult;
import dev.bascule.execution.service.CapabilityResult.Seen;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.HardwareClass;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/**
 * A finder of the device of a machine that something ran on: what pages see through a browser, and what is behind it. Where
 * two could be meant, none is. Stateless.
 */
final class TestedDevice {
    /** Names of software GPUs: a device's, and the adapter's words for it. */
    private static final List<Set<String>> SOFTWARE =
            List.of(Set.of("swiftshader"), Set.of("llvmpipe", "lavapipe"), Set.of("basic render driver", "warp"));

    private TestedDevice() {}

    /** The devices that a trial speaks for; none where no record shows which it was. */
    static List<Device> of(CapabilityResult trial, HardwareMap map) {
        return Stream.concat(
                        map.devices().stream().filter(device -> isSeenBy(trial, device)),
                        of(trial.seen(), map).stream())
                .toList();
    }

    /** What pages see is listed under its browser's name and version, its id ending in the backend's. */
    private static boolean isSeenBy(CapabilityResult trial, Device device) {
        return device.type().is(HardwareClasses.BROWSER)
                && device.sources().contains(trial.place())
                && device.id().value().endsWith("/" + trial.backend());
    }

    static Optional<Device> of(Seen seen, HardwareMap map) {
        if (seen.software()) {
            return software(seen, map);
        }
        List<Device> candidates = map.ofClass(type(seen)).stream()
                .filter(device -> !device.type().is(HardwareClasses.SOFTWARE_GPU)
                        && !device.type().is(HardwareClasses.BROWSER)
                        && device.isReachable())
                .toList();
        return candidates.size() == 1 ? Optional.of(candidates.get(0)) : named(seen, candidates);
    }

    private static HardwareClass type(Seen seen) {
        return switch (seen.type()) {
            case CPU -> HardwareClasses.CPU;
            case GPU -> HardwareClasses.GPU;
            case NPU -> HardwareClasses.NPU;
        };
    }

    private static Optional<Device> software(Seen seen, HardwareMap map) {
        String words = seen.words().toLowerCase(Locale.ROOT);
        return SOFTWARE.stream()
                .filter(names -> names.stream().anyMatch(words::contains))
                .findFirst()
                .flatMap(names -> one(map.ofClass(HardwareClasses.SOFTWARE_GPU).stream()
                        .filter(device -> !device.type().is(HardwareClasses.BROWSER))
                        .filter(device -> names.stream()
                                .anyMatch((device.id() + " " + device.name()).toLowerCase(Locale.ROOT)::contains))
                        .toList()));
    }

    /** The one that the adapter's words name by most of its name. */
    private static Optional<Device> named(Seen seen, List<Device> candidates) {
        String words = seen.words().toLowerCase(Locale.ROOT);
        return one(candidates.stream()
                .filter(device -> Arrays.stream(
                                device.name().toLowerCase(Locale.ROOT).split("[^a-z0-9]+"))
                        .filter(word -> word.matches(".*[0-9].*"))
                        .anyMatch(words::contains))
                .toList());
    }

    private static Optional<Device> one(List<Device> devices) {
        return devices.size() == 1 ? Optional.of(devices.get(0)) : Optional.empty();
    }
}
