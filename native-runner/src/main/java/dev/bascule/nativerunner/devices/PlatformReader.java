package dev.bascule.nativerunner.devices;

import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.hardware.Driver;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Accelerators of Linux that hang on no PCI bus: those of systems on a chip. Reads sysfs alone. Stateless. */
final class PlatformReader implements DeviceReader {
    private static final String DRM = "/sys/class/drm";
    private static final String ACCEL = "/sys/class/accel";
    private static final String RPC = "/dev/fastrpc-";

    /** Drivers of GPUs on systems on a chip, and what they drive. */
    private static final Map<String, String> GPUS = Map.of(
            "v3d", "Broadcom VideoCore",
            "panfrost", "Arm Mali",
            "panthor", "Arm Mali",
            "lima", "Arm Mali",
            "msm_dpu", "Qualcomm Adreno",
            "msm", "Qualcomm Adreno",
            "adreno", "Qualcomm Adreno",
            "asahi", "Apple GPU",
            "etnaviv", "Vivante GPU");

    @Override
    public String name() {
        return DRM;
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
        HardwareMap found = HardwareMap.empty();
        for (String node : system.list(DRM)) {
            if (node.startsWith("renderD") && !isPci(system, DRM + "/" + node)) {
                found = found.and(gpu(system, node));
            }
        }
        for (String node : system.list(ACCEL)) {
            if (!isPci(system, ACCEL + "/" + node)) {
                found = found.and(npu(system, node));
            }
        }
        for (String node : system.list("/dev")) {
            if (node.matches("fastrpc-[a-z]dsp\\d*")) {
                found = found.and(HardwareMap.of(Device.of(
                                new DeviceId("fastrpc:" + node.substring("fastrpc-".length())),
                                HardwareClasses.DSP,
                                "Qualcomm Hexagon " + node.substring("fastrpc-".length()),
                                RPC)
                        .withVendor("Qualcomm")
                        .withDriver(new Driver("fastrpc", Optional.empty()))
                        .withUnknown(Device.MEMORY, "the driver does not tell")));
            }
        }
        return found;
    }

    private static boolean isPci(SystemView system, String folder) {
        return system.link(folder + "/device/subsystem").filter("pci"::equals).isPresent();
    }

    private static HardwareMap gpu(SystemView system, String node) {
        String driver = system.link(DRM + "/" + node + "/device/driver").orElse("");
        String name = GPUS.get(driver);
        if (name == null) {
            // vgem and vkms are test drivers; others are not known to compute.
            return HardwareMap.gap(DRM + "/" + node, "the driver '" + driver + "' is not known to drive a GPU");
        }
        DeviceId id = new DeviceId("drm:" + node);
        Device device = Device.of(id, HardwareClasses.INTEGRATED_GPU, name, DRM)
                .withDriver(new Driver(driver, Optional.empty()))
                .withMemory(DeviceMemory.host(Optional.empty(), Optional.empty()));
        return HardwareMap.of(reachable(system, device, "/dev/dri/" + node)).withRelations(chip(id));
    }

    private static HardwareMap npu(SystemView system, String node) {
        String driver = system.link(ACCEL + "/" + node + "/device/driver").orElse("unknown");
        DeviceId id = new DeviceId("accel:" + node);
        Device device = Device.of(id, HardwareClasses.NPU, "NPU by " + driver, ACCEL)
                .withDriver(new Driver(driver, Optional.empty()))
                .withUnknown(Device.MEMORY, "the driver does not tell");
        return HardwareMap.of(reachable(system, device, "/dev/accel/" + node)).withRelations(chip(id));
    }

    private static Device reachable(SystemView system, Device device, String file) {
        return PciReader.closed(system, file).map(device::withBarrier).orElse(device);
    }

    private static List<Relation> chip(DeviceId id) {
        return List.of(new Relation(
                id,
                Relation.Kind.SHARES_MEMORY_WITH,
                new DeviceId("cpu:0"),
                "a platform device of the system on a chip"));
    }
}
