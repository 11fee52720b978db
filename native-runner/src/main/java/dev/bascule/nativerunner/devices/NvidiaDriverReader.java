package dev.bascule.nativerunner.devices;

import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.Driver;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** What NVIDIA's driver on Linux shows under {@code /proc/driver/nvidia}; no tool is started. Stateless. */
final class NvidiaDriverReader implements DeviceReader {
    static final String FOLDER = "/proc/driver/nvidia";
    private static final Pattern VERSION = Pattern.compile("(?:Kernel Module|x86_64|aarch64)\\s+(\\d+(?:\\.\\d+)+)");

    @Override
    public String name() {
        return FOLDER;
    }

    @Override
    public boolean startsTools() {
        return false;
    }

    @Override
    public HardwareMap read(SystemView system) {
        if (!system.isLinux() || !system.exists(FOLDER)) {
            return HardwareMap.empty();
        }
        Optional<String> version = system.read(FOLDER + "/version").text().flatMap(NvidiaDriverReader::version);
        HardwareMap found = HardwareMap.empty();
        for (String address : system.list(FOLDER + "/gpus")) {
            String file = FOLDER + "/gpus/" + address + "/information";
            found = found.and(system.read(file)
                    .either(
                            text -> HardwareMap.of(device(address, KeyValueText.colons(text), version, system)),
                            reason -> HardwareMap.gap(FOLDER, reason)));
        }
        return found.devices().isEmpty() ? found.withGap(FOLDER, "the driver is loaded and lists no GPU") : found;
    }

    private static Device device(
            String address, Map<String, String> lines, Optional<String> version, SystemView system) {
        Device device = Device.of(
                        DeviceId.pci(address),
                        HardwareClasses.DISCRETE_GPU,
                        lines.getOrDefault("Model", "NVIDIA GPU"),
                        FOLDER)
                .withVendor("NVIDIA")
                .withDriver(new Driver("nvidia", version));
        return Optional.ofNullable(lines.get("Device Minor"))
                .filter(minor -> minor.matches("\\d+"))
                .flatMap(minor -> barrier(system, "/dev/nvidia" + minor))
                .map(device::withBarrier)
                .orElse(device);
    }

    private static Optional<String> barrier(SystemView system, String file) {
        return PciReader.closed(system, file)
                .map(why -> system.environment("NVIDIA_VISIBLE_DEVICES")
                        .map(devices ->
                                why + " (NVIDIA_VISIBLE_DEVICES is '" + ContainerLimits.withoutNames(devices) + "')")
                        .orElse(why));
    }

    /** Of the line {@code NVRM version: NVIDIA UNIX x86_64 Kernel Module  550.54.15  Tue ...}. */
    static Optional<String> version(String text) {
        Matcher matcher = VERSION.matcher(text.lines().findFirst().orElse(""));
        return matcher.find() ? Optional.of(matcher.group(1)) : Optional.empty();
    }
}
