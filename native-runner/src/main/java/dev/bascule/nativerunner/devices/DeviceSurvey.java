package dev.bascule.nativerunner.devices;

import dev.bascule.fallback.hardware.HardwareMap;
import java.util.ArrayList;
import java.util.List;
import java.util.ServiceLoader;

/**
 * A look at all devices. A reader that fails costs what it would have found, and says so in the map's gaps. Immutable
 * and thread-safe.
 *
 * @param hardware devices, relations, gaps
 * @param limits what this process may use of them
 */
public record DeviceSurvey(HardwareMap hardware, ContainerLimits limits) {

    /** Whoever names devices best comes first: of two looks at one device the earlier's words are kept. */
    private static final List<DeviceReader> READERS = List.of(
            new LinuxCpuReader(),
            new NvidiaSmiReader(),
            new NvidiaDriverReader(),
            new AmdSmiReader(),
            new AppleReader(),
            new WindowsReader(),
            new KfdReader(),
            new PciReader(),
            new PlatformReader(),
            new VulkanReader(),
            new VulkanDriversReader());

    /** By files alone, in milliseconds: starts no tool. On macOS and Windows that is next to nothing. */
    public static DeviceSurvey quick(SystemView system) {
        return of(
                system,
                readers().stream().filter(reader -> !reader.startsTools()).toList());
    }

    /** By files and by the tools that are there; may take seconds. */
    public static DeviceSurvey full(SystemView system) {
        return of(system, readers());
    }

    /** By these readers. */
    static DeviceSurvey of(SystemView system, List<DeviceReader> readers) {
        HardwareMap found = HardwareMap.empty();
        for (DeviceReader reader : readers) {
            found = found.and(read(reader, system));
        }
        return new DeviceSurvey(DeviceMerger.joined(found), ContainerLimits.read(system));
    }

    private static List<DeviceReader> readers() {
        List<DeviceReader> all = new ArrayList<>(READERS);
        ServiceLoader.load(DeviceReader.class).forEach(all::add);
        return all;
    }

    private static HardwareMap read(DeviceReader reader, SystemView system) {
        try {
            return reader.read(system);
        } catch (RuntimeException e) {
            return HardwareMap.gap(reader.name(), "its reader failed: " + e);
        }
    }
}
