package dev.bascule.nativerunner.devices;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityId;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.hardware.HardwareClass;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** The devices of macOS, by {@code sysctl} and {@code system_profiler}. Stateless. */
final class AppleReader implements DeviceReader {
    private static final String PROFILER = "system_profiler";
    private static final DeviceId CPU = new DeviceId("cpu:0");

    @Override
    public String name() {
        return PROFILER;
    }

    @Override
    public boolean startsTools() {
        return true;
    }

    @Override
    public HardwareMap read(SystemView system) {
        if (!system.isMac()) {
            return HardwareMap.empty();
        }
        HardwareMap cpu = system.run("sysctl", "hw", "machdep.cpu")
                .either(text -> cpu(KeyValueText.colons(text)), reason -> HardwareMap.gap("sysctl", reason));
        HardwareMap gpus = system.run(PROFILER, "-json", "SPDisplaysDataType")
                .either(AppleReader::displays, reason -> HardwareMap.gap(PROFILER, reason));
        return cpu.and(gpus);
    }

    /** Of {@code sysctl hw machdep.cpu}. */
    static HardwareMap cpu(Map<String, String> sysctl) {
        String name = sysctl.getOrDefault("machdep.cpu.brand_string", "");
        if (name.isEmpty()) {
            return HardwareMap.gap("sysctl", "it names no processor");
        }
        boolean apple = name.startsWith("Apple");
        List<Capability<?>> all = new ArrayList<>(LinuxCpuReader.isa(MacExtensions.of(sysctl), "sysctl"));
        add(all, CapabilityRegistry.CORES, sysctl, "hw.physicalcpu");
        add(all, CapabilityRegistry.THREADS, sysctl, "hw.logicalcpu");
        add(all, CapabilityRegistry.PERFORMANCE_CORES, sysctl, "hw.perflevel0.physicalcpu");
        add(all, CapabilityRegistry.EFFICIENCY_CORES, sysctl, "hw.perflevel1.physicalcpu");
        OptionalLong memory = KeyValueText.whole(sysctl.getOrDefault("hw.memsize", ""));
        Device cpu = Device.of(CPU, HardwareClasses.CPU, name, "sysctl")
                .withVendor(apple ? "Apple" : "Intel")
                .withMemory(DeviceMemory.host(
                        memory.isPresent() ? Optional.of(memory.getAsLong()) : Optional.empty(), Optional.empty()))
                .withCapabilities(all);
        // A virtual machine shows its guest "Apple M1 (Virtual)" and no Neural Engine.
        return apple && name.matches("Apple M\\d.*") && !name.contains("irtual")
                ? HardwareMap.of(cpu, engine(name))
                        .withRelations(onChip(engine(name).id(), name))
                : HardwareMap.of(cpu);
    }

    private static Device engine(String chip) {
        return Device.of(new DeviceId("apple:neural-engine"), HardwareClasses.NPU, chip + " Neural Engine", "sysctl")
                .withVendor("Apple")
                .withMemory(DeviceMemory.host(Optional.empty(), Optional.empty()))
                .withUnknown("precisions", "Apple publishes none, and only Core ML reaches it");
    }

    private static void add(List<Capability<?>> all, CapabilityId<Long> id, Map<String, String> sysctl, String key) {
        OptionalLong value = KeyValueText.whole(sysctl.getOrDefault(key, ""));
        if (value.isPresent()) {
            all.add(Capability.claimed(id, value.getAsLong(), "sysctl", key));
        }
    }

    private static List<Relation> onChip(DeviceId id, String chip) {
        return List.of(
                new Relation(id, Relation.Kind.SHARES_MEMORY_WITH, CPU, "unified memory of " + chip),
                new Relation(id, Relation.Kind.SAME_DIE_AS, CPU, "system on a chip " + chip));
    }

    /** Of {@code system_profiler -json SPDisplaysDataType}. */
    static HardwareMap displays(String json) {
        Optional<JsonNode> document = ToolJson.parse(json);
        if (document.isEmpty()) {
            return HardwareMap.gap(PROFILER, "its report is no JSON");
        }
        HardwareMap found = HardwareMap.empty();
        int index = 0;
        for (JsonNode entry : document.get().path("SPDisplaysDataType")) {
            found = found.and(gpu(entry, index++));
        }
        return found.devices().isEmpty() ? found.withGap(PROFILER, "it lists no GPU") : found;
    }

    private static HardwareMap gpu(JsonNode entry, int index) {
        String name = ToolJson.text(entry, "sppci_model")
                .or(() -> ToolJson.text(entry, "_name"))
                .orElse("GPU");
        String vendor = ToolJson.text(entry, "spdisplays_vendor").orElse("");
        boolean apple = vendor.contains("Apple") || name.startsWith("Apple");
        boolean virtual = name.contains("Paravirtual") || name.contains("irtual");
        boolean builtIn = ToolJson.text(entry, "sppci_bus")
                .filter("spdisplays_builtin"::equals)
                .isPresent();
        HardwareClass type = virtual
                ? HardwareClasses.VIRTUAL_GPU
                : apple || builtIn ? HardwareClasses.INTEGRATED_GPU : HardwareClasses.DISCRETE_GPU;
        List<Capability<?>> all = new ArrayList<>();
        ToolJson.text(entry, "spdisplays_mtlgpufamilysupport")
                .or(() -> ToolJson.text(entry, "spdisplays_metal"))
                .map(text -> text.replace("spdisplays_", ""))
                .ifPresent(metal -> all.add(Capability.claimed(CapabilityRegistry.METAL, metal, PROFILER, metal)));
        OptionalLong cores =
                KeyValueText.whole(ToolJson.text(entry, "sppci_cores").orElse(""));
        if (cores.isPresent()) {
            all.add(Capability.claimed(CapabilityRegistry.COMPUTE_UNITS, cores.getAsLong(), PROFILER, "sppci_cores"));
        }
        if (apple && !virtual) {
            // Every Apple GPU family computes in half precision; Metal feature set tables.
            all.add(Capability.claimed(CapabilityRegistry.FP16, true, PROFILER, "Apple GPU family"));
            all.add(Capability.claimed(CapabilityRegistry.FP64, false, PROFILER, "Metal has no double"));
        }
        DeviceId id = new DeviceId("apple:gpu" + index);
        Device device = Device.of(id, type, name, PROFILER)
                .withVendor(
                        apple ? "Apple" : vendor.replace("sppci_vendor_", "").replaceAll(" \\(0x.*\\)", ""))
                .withCapabilities(all);
        if (type.equals(HardwareClasses.INTEGRATED_GPU)) {
            device = device.withMemory(DeviceMemory.host(Optional.empty(), Optional.empty()));
        } else {
            OptionalLong bytes =
                    KeyValueText.bytes(ToolJson.text(entry, "spdisplays_vram").orElse(""));
            device = bytes.isPresent()
                    ? device.withMemory(DeviceMemory.own(bytes.getAsLong(), Optional.empty()))
                    : device.withUnknown(Device.MEMORY, "system_profiler gives none");
        }
        HardwareMap map = HardwareMap.of(device);
        if (apple && !virtual) {
            return map.withRelations(onChip(id, name));
        }
        return type.equals(HardwareClasses.INTEGRATED_GPU)
                ? map.withRelations(
                        List.of(new Relation(id, Relation.Kind.SHARES_MEMORY_WITH, CPU, "spdisplays_builtin")))
                : map;
    }
}
