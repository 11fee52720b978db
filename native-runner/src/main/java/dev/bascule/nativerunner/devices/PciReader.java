package dev.bascule.nativerunner.devices;

import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.hardware.Driver;
import dev.bascule.fallback.hardware.HardwareClass;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;

/** Accelerators on Linux's PCI bus, and whether this process can reach them. Reads sysfs alone. Stateless. */
final class PciReader implements DeviceReader {
    private static final int DISPLAY = 0x03;
    private static final int PROCESSING_ACCELERATOR = 0x12;

    /** Drivers that make a PCI device an NPU, whatever class it says it is of. */
    private static final Set<String> NPU_DRIVERS =
            Set.of("intel_vpu", "amdxdna", "qaic", "habanalabs", "hailo", "rocket", "neuron");

    @Override
    public String name() {
        return PciBus.DEVICES;
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
        if (!system.exists(PciBus.DEVICES)) {
            return HardwareMap.gap(PciBus.DEVICES, "this system shows no PCI bus");
        }
        HardwareMap found = HardwareMap.empty();
        for (PciBus bus : PciBus.all(system)) {
            if (bus.type() >> 16 == DISPLAY && PciNames.isBoardManagement(bus.vendor())) {
                found = found.withGap(
                        bus.address(),
                        PciNames.vendor(bus.vendor())
                                + " display adapter: a frame buffer of the board's management, it computes nothing");
                continue;
            }
            Optional<HardwareClass> type = typeOf(bus);
            if (type.isPresent()) {
                Device device = device(system, bus, type.get());
                found = found.and(HardwareMap.of(device).withRelations(relations(system, bus, device)));
            }
        }
        return found;
    }

    private static Optional<HardwareClass> typeOf(PciBus bus) {
        String driver = bus.driver().orElse("");
        if (NPU_DRIVERS.contains(driver)) {
            return Optional.of(HardwareClasses.NPU);
        }
        if (bus.vendor() == PciNames.GOOGLE || driver.equals("apex") || driver.equals("gasket")) {
            return Optional.of(HardwareClasses.TPU);
        }
        if (bus.type() >> 16 == PROCESSING_ACCELERATOR) {
            // AMD's Instinct cards are "processing accelerators", too.
            return Optional.of(
                    switch (bus.vendor()) {
                        case PciNames.AMD, PciNames.NVIDIA -> HardwareClasses.DISCRETE_GPU;
                        default -> HardwareClasses.NPU;
                    });
        }
        return bus.type() >> 16 == DISPLAY ? Optional.of(gpu(bus)) : Optional.empty();
    }

    private static HardwareClass gpu(PciBus bus) {
        if (PciNames.isHypervisor(bus.vendor())) {
            return HardwareClasses.VIRTUAL_GPU;
        }
        return switch (bus.vendor()) {
            case PciNames.NVIDIA -> HardwareClasses.DISCRETE_GPU;
            // Intel's integrated GPU is device 2 of bus 0 on every one of its processors that has one.
            case PciNames.INTEL ->
                bus.address().endsWith(":00:02.0") ? HardwareClasses.INTEGRATED_GPU : HardwareClasses.DISCRETE_GPU;
            default -> HardwareClasses.GPU;
        };
    }

    private static Device device(SystemView system, PciBus bus, HardwareClass type) {
        String vendor = PciNames.vendor(bus.vendor());
        Device device = Device.of(
                        DeviceId.pci(bus.address()),
                        type,
                        PciNames.device(system, bus).orElse(vendor + " " + type.title() + " " + bus.id()),
                        PciBus.DEVICES)
                .withVendor(vendor)
                .withCapabilities(List.of(
                        Capability.claimed(CapabilityRegistry.PCI_ID, bus.id(), PciBus.DEVICES, "vendor, device")));
        device = withMemory(system, bus, device);
        if (type.equals(HardwareClasses.GPU)) {
            device = device.withUnknown(Device.CLASS, "sysfs does not tell a discrete GPU from an integrated one");
        }
        Optional<String> driver = bus.driver();
        if (driver.isPresent()) {
            device = device.withDriver(
                    new Driver(driver.get(), system.line("/sys/module/" + driver.get() + "/version")));
        }
        return barrier(system, bus).map(device::withBarrier).orElse(device);
    }

    private static Device withMemory(SystemView system, PciBus bus, Device device) {
        if (device.type().is(HardwareClasses.INTEGRATED_GPU)) {
            return device.withMemory(DeviceMemory.host(Optional.empty(), Optional.empty()));
        }
        // amdgpu tells; other drivers of the kernel do not.
        OptionalLong total =
                KeyValueText.whole(system.line(bus.path("mem_info_vram_total")).orElse(""));
        OptionalLong used =
                KeyValueText.whole(system.line(bus.path("mem_info_vram_used")).orElse(""));
        if (total.isEmpty()) {
            return device.withUnknown(Device.MEMORY, "sysfs has no mem_info_vram_total for it");
        }
        return device.withMemory(new DeviceMemory(
                Optional.of(total.getAsLong()),
                used.isPresent() ? Optional.of(total.getAsLong() - used.getAsLong()) : Optional.empty(),
                device.type().is(HardwareClasses.DISCRETE_GPU) ? Optional.of(false) : Optional.empty()));
    }

    /** What keeps this process from a device that the bus shows. */
    private static Optional<String> barrier(SystemView system, PciBus bus) {
        Optional<String> driver = bus.driver();
        if (driver.isEmpty()) {
            return Optional.of("no driver is bound to it");
        }
        if (driver.get().equals("vfio-pci")) {
            return Optional.of("it is set aside for a virtual machine (vfio-pci)");
        }
        if (bus.vendor() == PciNames.NVIDIA && driver.get().equals("nvidia")) {
            // One file for each card; which is whose only the driver's own tools tell.
            boolean any = system.list("/dev").stream().anyMatch(name -> name.matches("nvidia\\d+"));
            return any ? Optional.empty() : Optional.of(missing(system, "/dev/nvidia0"));
        }
        return bus.deviceFiles().stream()
                .flatMap(file -> closed(system, file).stream())
                .findFirst();
    }

    static Optional<String> closed(SystemView system, String file) {
        if (!system.exists(file)) {
            return Optional.of(missing(system, file));
        }
        return system.mayOpen(file)
                ? Optional.empty()
                : Optional.of("this user may not open " + file + "; its group usually may (render or video)");
    }

    private static String missing(SystemView system, String file) {
        return ContainerLimits.kind(system)
                .map(kind -> "the bus shows it but this container (%s) has no %s".formatted(kind, file))
                .orElse("the bus shows it but there is no " + file);
    }

    private static List<Relation> relations(SystemView system, PciBus bus, Device device) {
        DeviceId cpu = cpuOf(system, bus);
        List<Relation> relations = new ArrayList<>();
        if (device.type().is(HardwareClasses.INTEGRATED_GPU)) {
            relations.add(new Relation(
                    device.id(),
                    Relation.Kind.SHARES_MEMORY_WITH,
                    cpu,
                    "an integrated GPU works in the host's memory"));
        } else if (device.type().is(HardwareClasses.DISCRETE_GPU)) {
            relations.add(new Relation(device.id(), Relation.Kind.REACHED_THROUGH, cpu, bus.link()));
        }
        return relations;
    }

    /** The package whose processors sysfs calls local to the device; the first where it does not tell. */
    private static DeviceId cpuOf(SystemView system, PciBus bus) {
        return KeyValueText.processors(system.line(bus.path("local_cpulist")).orElse("")).stream()
                .findFirst()
                .flatMap(cpu -> system.line("/sys/devices/system/cpu/cpu" + cpu + "/topology/physical_package_id"))
                .filter(id -> id.matches("\\d+"))
                .map(id -> new DeviceId("cpu:" + id))
                .orElse(new DeviceId("cpu:0"));
    }
}
