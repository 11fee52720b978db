package dev.bascule.nativerunner.machine;

import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.Driver;
import dev.bascule.fallback.hardware.HardwareClass;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.target.Fingerprint;
import dev.bascule.nativerunner.devices.ContainerLimits;
import dev.bascule.nativerunner.devices.DeviceSurvey;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Chooses from what is known of a machine what its figures stand on. A device is named by its PCI numbers, which tell
 * what it is and need no tool; never by its address, UUID or serial number. Stateless.
 */
final class FingerprintMaker {
    private static final long GIB = 1L << 30;
    private static final long MIB = 1L << 20;
    /** Share of the installed memory. */
    private static final double KEPT = 0.12;

    private FingerprintMaker() {}

    static Fingerprint of(MachineFacts facts, List<String> features, DeviceSurvey survey) {
        return new Fingerprint(machine(facts, features, survey), software(facts, survey.hardware()));
    }

    private static Map<String, String> machine(MachineFacts facts, List<String> features, DeviceSurvey survey) {
        Map<String, String> parts = new TreeMap<>();
        parts.put("cpu", facts.cpu());
        parts.put("cores", String.valueOf(facts.cores()));
        parts.put("features", String.join(",", features));
        parts.put(
                "memoryGiB",
                facts.memoryBytes()
                        .map(bytes -> String.valueOf(installedGib(bytes)))
                        .orElse("unknown"));
        parts.put("gpus", gpus(facts, survey.hardware()));
        parts.put("os", facts.osFamily() + " " + facts.osVersion().split("[. ]", 2)[0]);
        parts.put("arch", facts.arch());
        String others = names(survey.hardware(), HardwareClasses.NPU, HardwareClasses.TPU, HardwareClasses.DSP);
        if (!others.isEmpty()) {
            parts.put("accelerators", others);
        }
        limits(facts, survey.limits(), parts);
        return parts;
    }

    /**
     * What is installed, of what the system calls its memory: a kernel and the firmware keep some for themselves, a few per cent
     * that change with updates, and a GPU on the die more. So it is the least common size that is not smaller and at most
     * {@value #KEPT} of which is kept; of a virtual machine of another size, the next whole GiB.
     */
    static long installedGib(long bytes) {
        double gib = (double) bytes / GIB;
        for (long base = 1; base <= 1L << 20; base *= 2) {
            // Powers of two, and what modules of 3, 5 and 7 make beside them.
            for (long quarters : new long[] {4, 5, 6, 7}) {
                double size = base * quarters / 4.0;
                if (size == Math.rint(size) && gib <= size && gib >= size * (1 - KEPT)) {
                    return (long) size;
                }
            }
        }
        return (long) Math.ceil(gib);
    }

    /** Linux's bus tells; elsewhere no file does, and OSHI's list stands in. */
    private static String gpus(MachineFacts facts, HardwareMap hardware) {
        boolean looked = facts.bySystemFiles()
                && hardware.gaps().stream().noneMatch(gap -> gap.source().equals("/sys/bus/pci/devices"));
        return looked
                ? names(hardware, HardwareClasses.GPU)
                : facts.gpus().stream()
                        .map(gpu -> MachineFacts.tidy(gpu.name()))
                        .sorted()
                        .collect(Collectors.joining(","));
    }

    private static String names(HardwareMap hardware, HardwareClass... types) {
        return Stream.of(types)
                .flatMap(type -> hardware.ofClass(type).stream())
                // A software GPU is the CPU's; installing one makes no other machine.
                .filter(device -> !device.type().is(HardwareClasses.SOFTWARE_GPU))
                .map(FingerprintMaker::name)
                .sorted()
                .collect(Collectors.joining(","));
    }

    private static String name(Device device) {
        return device.ownCapabilities().value(CapabilityRegistry.PCI_ID).orElse(MachineFacts.tidy(device.name()));
    }

    private static void limits(MachineFacts facts, ContainerLimits limits, Map<String, String> parts) {
        limits.cpus().ifPresent(cpus -> parts.put("cpu limit", String.format(java.util.Locale.ROOT, "%.2f", cpus)));
        limits.memoryBytes()
                .filter(bytes -> facts.memoryBytes().map(all -> bytes < all).orElse(true))
                .ifPresent(bytes -> parts.put("memory limit", bytes / MIB + " MiB"));
        limits.processors()
                .filter(count -> count < facts.cores())
                .ifPresent(count -> parts.put("processors allowed", String.valueOf(count)));
    }

    private static Map<String, String> software(MachineFacts facts, HardwareMap hardware) {
        Map<String, String> parts = new TreeMap<>();
        parts.put("os", facts.osFamily() + " " + facts.osVersion());
        parts.put("kernel", facts.kernel());
        facts.governor().ifPresent(governor -> parts.put("frequency governor", governor));
        for (Device device : hardware.devices()) {
            Optional<Driver> driver = device.driver();
            if (driver.isPresent() && driver.get().version().isPresent()) {
                parts.put(
                        "driver " + driver.get().name(), driver.get().version().get());
            }
        }
        facts.gpus()
                .forEach(gpu -> gpu.driver()
                        .ifPresent(version -> parts.put("driver of " + MachineFacts.tidy(gpu.name()), version)));
        String shut = hardware.devices().stream()
                .filter(device -> !device.isReachable())
                .map(FingerprintMaker::name)
                .sorted()
                .collect(Collectors.joining(","));
        if (!shut.isEmpty()) {
            parts.put("devices out of reach", shut);
        }
        return parts;
    }
}
