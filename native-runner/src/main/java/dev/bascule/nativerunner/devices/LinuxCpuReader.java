package dev.bascule.nativerunner.devices;

import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityId;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.InstructionSets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** The processors of Linux: one device for each package, from {@code /proc/cpuinfo}. Stateless. */
final class LinuxCpuReader implements DeviceReader {
    private static final String CPU_INFO = "/proc/cpuinfo";
    private static final String MEMORY = "/proc/meminfo";

    @Override
    public String name() {
        return CPU_INFO;
    }

    @Override
    public boolean startsTools() {
        return false;
    }

    @Override
    public HardwareMap read(SystemView system) {
        if (!system.isLinux()) {
            return HardwareMap.empty();
        }
        return system.read(CPU_INFO)
                .either(
                        text -> parse(text, memory(system), model(system)),
                        reason -> HardwareMap.gap(CPU_INFO, reason));
    }

    /** A device tree's word for the machine, where {@code /proc/cpuinfo} names no model, as on ARM. */
    private static Optional<String> model(SystemView system) {
        return system.line("/sys/firmware/devicetree/base/model").map(text -> text.replace("\0", ""));
    }

    private static DeviceMemory memory(SystemView system) {
        Map<String, String> lines =
                KeyValueText.colons(system.read(MEMORY).text().orElse(""));
        return DeviceMemory.host(bytes(lines, "MemTotal"), bytes(lines, "MemAvailable"));
    }

    private static Optional<Long> bytes(Map<String, String> lines, String name) {
        OptionalLong bytes = KeyValueText.bytes(lines.getOrDefault(name, "").replace("kB", "K"));
        return bytes.isPresent() ? Optional.of(bytes.getAsLong()) : Optional.empty();
    }

    /** What a package's processors say. */
    private static final class Package {
        private final Map<String, String> first;
        private final Set<String> cores = new HashSet<>();
        private int threads;

        Package(Map<String, String> first) {
            this.first = first;
        }
    }

    static HardwareMap parse(String cpuInfo, DeviceMemory memory, Optional<String> model) {
        Map<String, Package> packages = new LinkedHashMap<>();
        for (String block : cpuInfo.split("\\R\\s*\\R")) {
            Map<String, String> lines = KeyValueText.colons(block);
            if (lines.containsKey("processor")) {
                Package at = packages.computeIfAbsent(lines.getOrDefault("physical id", "0"), id -> new Package(lines));
                at.threads++;
                if (lines.containsKey("core id")) {
                    at.cores.add(lines.getOrDefault("core id", ""));
                }
            }
        }
        List<Device> devices = new ArrayList<>();
        packages.forEach((id, each) -> devices.add(device(id, each, memory, model)));
        return devices.isEmpty()
                ? HardwareMap.gap(CPU_INFO, "it lists no processor")
                : new HardwareMap(devices, List.of(), List.of());
    }

    private static Device device(String id, Package each, DeviceMemory memory, Optional<String> model) {
        Map<String, String> lines = each.first;
        String name = Optional.ofNullable(lines.get("model name"))
                .or(() -> model)
                .or(() -> Optional.ofNullable(lines.get("CPU part"))
                        .map(part ->
                                "implementer %s, part %s".formatted(lines.getOrDefault("CPU implementer", "?"), part)))
                .orElse("CPU")
                .replaceAll("\\s+", " ");
        Set<String> flags = new HashSet<>(Arrays.asList(
                lines.getOrDefault("flags", lines.getOrDefault("Features", "")).split("\\s+")));
        Device device = Device.of(new DeviceId("cpu:" + id), HardwareClasses.CPU, name, CPU_INFO)
                .withMemory(memory)
                .withCapabilities(isa(InstructionSets.among(flags), CPU_INFO))
                .withCapabilities(List.of(
                        Capability.claimed(CapabilityRegistry.THREADS, (long) each.threads, CPU_INFO, "processor")));
        if (!each.cores.isEmpty()) {
            device = device.withCapabilities(List.of(
                    Capability.claimed(CapabilityRegistry.CORES, (long) each.cores.size(), CPU_INFO, "core id")));
        }
        if (memory.totalBytes().isEmpty()) {
            device = device.withUnknown(Device.MEMORY, MEMORY + " does not tell");
        }
        return Optional.ofNullable(lines.get("vendor_id"))
                .map(LinuxCpuReader::vendor)
                .map(device::withVendor)
                .orElse(device);
    }

    private static String vendor(String id) {
        return switch (id) {
            case "GenuineIntel" -> "Intel";
            case "AuthenticAMD" -> "AMD";
            default -> id;
        };
    }

    /** What a processor with these extensions claims. */
    static List<Capability<?>> isa(Set<String> extensions, String by) {
        List<Capability<?>> all = new ArrayList<>();
        extensions.forEach(name -> all.add(Capability.claimed(InstructionSets.id(name), true, by, name)));
        for (CapabilityId<Boolean> format : InstructionSets.formats(extensions)) {
            all.add(Capability.claimed(format, true, by, "by its instruction set"));
        }
        return all;
    }
}
