package dev.bascule.nativerunner.devices;

import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityId;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.hardware.Driver;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/** AMD's GPUs as the kernel's compute driver lists them. Reads sysfs alone. Stateless. */
final class KfdReader implements DeviceReader {
    static final String DEVICE_FILE = "/dev/kfd";
    private static final String NODES = "/sys/class/kfd/kfd/topology/nodes";
    /** Heaps of a memory bank that lie in the card's own memory; 0 is the system's. */
    private static final List<Long> OWN_HEAPS = List.of(1L, 2L);

    @Override
    public String name() {
        return NODES;
    }

    @Override
    public boolean startsTools() {
        return false;
    }

    @Override
    public HardwareMap read(SystemView system) {
        HardwareMap found = HardwareMap.empty();
        for (String node : system.list(NODES)) {
            String folder = NODES + "/" + node;
            found = found.and(system.read(folder + "/properties")
                    .either(
                            text -> node(system, folder, KeyValueText.spaces(text)),
                            reason -> HardwareMap.gap(NODES, reason)));
        }
        return found;
    }

    private static HardwareMap node(SystemView system, String folder, Map<String, String> properties) {
        if (number(properties, "simd_count") == 0) {
            return HardwareMap.empty();
        }
        DeviceId id = DeviceId.pci(address(number(properties, "domain"), number(properties, "location_id")));
        Optional<GfxTarget> target = GfxTarget.ofVersion(number(properties, "gfx_target_version"));
        boolean onCpu = number(properties, "cpu_cores_count") > 0;
        long own = ownMemory(system, folder);
        Device device = Device.of(
                        id,
                        onCpu
                                ? HardwareClasses.INTEGRATED_GPU
                                : own > 0 ? HardwareClasses.DISCRETE_GPU : HardwareClasses.GPU,
                        "AMD " + target.map(GfxTarget::toString).orElse("GPU"),
                        NODES)
                .withVendor("AMD")
                .withDriver(new Driver("amdgpu", system.line("/sys/module/amdgpu/version")))
                .withCapabilities(capabilities(properties, target));
        device = own > 0 && !onCpu
                ? device.withMemory(DeviceMemory.own(own, Optional.empty()))
                : device.withUnknown(Device.MEMORY, "its node lists no bank of its own");
        if (target.isEmpty()) {
            device = device.withUnknown("precisions", "the kernel names no gfx target for it");
        }
        device = PciReader.closed(system, DEVICE_FILE).map(device::withBarrier).orElse(device);
        return HardwareMap.of(device).withRelations(onCpu ? onOneChip(id) : List.of());
    }

    private static List<Relation> onOneChip(DeviceId id) {
        DeviceId cpu = new DeviceId("cpu:0");
        String evidence = "one KFD node has both CPU cores and SIMD units";
        return List.of(
                new Relation(id, Relation.Kind.SHARES_MEMORY_WITH, cpu, evidence),
                new Relation(id, Relation.Kind.SAME_DIE_AS, cpu, evidence));
    }

    private static List<Capability<?>> capabilities(Map<String, String> properties, Optional<GfxTarget> target) {
        List<Capability<?>> all = new ArrayList<>();
        target.ifPresent(found -> all.addAll(found.capabilities(NODES)));
        long perUnit = number(properties, "simd_per_cu");
        add(all, CapabilityRegistry.COMPUTE_UNITS, perUnit == 0 ? 0 : number(properties, "simd_count") / perUnit);
        add(all, CapabilityRegistry.CLOCK, number(properties, "max_engine_clk_fcompute"));
        add(all, CapabilityRegistry.SUBGROUP_SIZE, number(properties, "wave_front_size"));
        long vendor = number(properties, "vendor_id");
        if (vendor > 0) {
            String id = String.format(Locale.ROOT, "%04x:%04x", vendor, number(properties, "device_id"));
            all.add(Capability.claimed(CapabilityRegistry.PCI_ID, id, NODES, "vendor_id, device_id"));
        }
        return all;
    }

    private static void add(List<Capability<?>> all, CapabilityId<Long> id, long value) {
        if (value > 0) {
            all.add(Capability.claimed(id, value, NODES, "properties"));
        }
    }

    private static long ownMemory(SystemView system, String folder) {
        long bytes = 0;
        for (String bank : system.list(folder + "/mem_banks")) {
            Map<String, String> properties =
                    KeyValueText.spaces(system.read(folder + "/mem_banks/" + bank + "/properties")
                            .text()
                            .orElse(""));
            if (OWN_HEAPS.contains(number(properties, "heap_type"))) {
                bytes += number(properties, "size_in_bytes");
            }
        }
        return bytes;
    }

    private static long number(Map<String, String> properties, String name) {
        return KeyValueText.whole(properties.getOrDefault(name, "")).orElse(0);
    }

    /** The kernel packs bus, device (5 bits) and function (3 bits) into one number. */
    static String address(long domain, long location) {
        return String.format(
                Locale.ROOT, "%04x:%02x:%02x.%x", domain, location >> 8 & 0xff, location >> 3 & 0x1f, location & 7);
    }
}
