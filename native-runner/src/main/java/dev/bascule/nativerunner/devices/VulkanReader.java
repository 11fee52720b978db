package dev.bascule.nativerunner.devices;

import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.Driver;
import dev.bascule.fallback.hardware.HardwareClass;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;

/** What {@code vulkaninfo --summary} tells, where it is installed. Stateless. */
final class VulkanReader implements DeviceReader {
    private static final String TOOL = "vulkaninfo";
    private static final Pattern HEAD = Pattern.compile("GPU\\d+:");

    @Override
    public String name() {
        return TOOL;
    }

    @Override
    public boolean startsTools() {
        return true;
    }

    @Override
    public HardwareMap read(SystemView system) {
        if (system.isMac()) {
            return HardwareMap.empty();
        }
        return system.run(TOOL, "--summary").either(VulkanReader::parse, reason -> HardwareMap.gap(TOOL, reason));
    }

    static HardwareMap parse(String text) {
        List<Map<String, String>> blocks = new ArrayList<>();
        text.lines().map(String::strip).forEach(line -> {
            if (HEAD.matcher(line).matches()) {
                blocks.add(new LinkedHashMap<>());
            } else if (!blocks.isEmpty() && line.contains(" = ")) {
                int at = line.indexOf(" = ");
                blocks.get(blocks.size() - 1)
                        .put(
                                line.substring(0, at).strip(),
                                line.substring(at + 3).strip());
            }
        });
        HardwareMap found = HardwareMap.empty();
        for (int i = 0; i < blocks.size(); i++) {
            found = found.and(device(blocks.get(i), i));
        }
        return blocks.isEmpty() ? HardwareMap.gap(TOOL, "it lists no device") : found;
    }

    private static HardwareMap device(Map<String, String> lines, int index) {
        HardwareClass type = switch (lines.getOrDefault("deviceType", "")) {
            case "PHYSICAL_DEVICE_TYPE_DISCRETE_GPU" -> HardwareClasses.DISCRETE_GPU;
            case "PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU" -> HardwareClasses.INTEGRATED_GPU;
            case "PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU" -> HardwareClasses.VIRTUAL_GPU;
            case "PHYSICAL_DEVICE_TYPE_CPU" -> HardwareClasses.SOFTWARE_GPU;
            default -> HardwareClasses.GPU;
        };
        List<Capability<?>> all = new ArrayList<>();
        Optional.ofNullable(lines.get("apiVersion"))
                .map(version -> version.replaceAll("^\\d{5,} \\((.*)\\)$", "$1"))
                .ifPresent(
                        version -> all.add(Capability.claimed(CapabilityRegistry.VULKAN, version, TOOL, "apiVersion")));
        boolean software = type.equals(HardwareClasses.SOFTWARE_GPU);
        if (!software) {
            String id = hex(lines.getOrDefault("vendorID", "")) + ":" + hex(lines.getOrDefault("deviceID", ""));
            all.add(Capability.claimed(CapabilityRegistry.PCI_ID, id, TOOL, "vendorID, deviceID"));
        }
        String driver = lines.getOrDefault("driverName", "");
        Device device = Device.of(
                        software ? softwareId(lines.getOrDefault("deviceName", "")) : new DeviceId("vulkan:" + index),
                        type,
                        lines.getOrDefault("deviceName", "Vulkan device"),
                        TOOL)
                .withCapabilities(all);
        if (!driver.isEmpty()) {
            device = device.withDriver(new Driver(
                    driver, Optional.ofNullable(lines.get("driverInfo")).filter(info -> !info.isBlank())));
        }
        HardwareMap map = HardwareMap.of(device);
        return software
                ? map.withRelations(List.of(new Relation(
                        device.id(),
                        Relation.Kind.EMULATED_BY,
                        new DeviceId("cpu:0"),
                        "Vulkan calls its device a CPU")))
                : map;
    }

    /** The same software GPU has one id whoever sees it. */
    static DeviceId softwareId(String name) {
        String word = name.toLowerCase(Locale.ROOT);
        if (word.contains("llvmpipe") || word.contains("lavapipe") || word.contains("lvp")) {
            return new DeviceId("software:lavapipe");
        }
        return new DeviceId(
                word.contains("swiftshader")
                        ? "software:swiftshader"
                        : "software:" + word.replaceAll("[^a-z0-9]+", "-"));
    }

    private static String hex(String text) {
        return text.replace("0x", "").toLowerCase(Locale.ROOT);
    }
}
