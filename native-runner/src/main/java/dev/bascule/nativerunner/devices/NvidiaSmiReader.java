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
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import org.w3c.dom.Element;

/** What {@code nvidia-smi} tells; it is asked only where NVIDIA's driver is. Stateless. */
final class NvidiaSmiReader implements DeviceReader {
    private static final String TOOL = "nvidia-smi";

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
        boolean driver = system.exists(NvidiaDriverReader.FOLDER)
                || system.exists("/dev/dxg")
                || (system.isWindows() && system.exists("C:\\Windows\\System32\\nvidia-smi.exe"));
        if (!driver) {
            return HardwareMap.empty();
        }
        SystemAnswer xml = system.run(TOOL, "-q", "-x");
        // The long report lacks the compute capability.
        SystemAnswer table = system.run(TOOL, "--query-gpu=pci.bus_id,compute_cap", "--format=csv,noheader");
        return xml.either(text -> parse(text, table), reason -> HardwareMap.gap(TOOL, reason));
    }

    static HardwareMap parse(String xml, SystemAnswer capabilities) {
        Optional<Element> log =
                ToolXml.root(xml).filter(root -> root.getTagName().equals("nvidia_smi_log"));
        if (log.isEmpty()) {
            return HardwareMap.gap(TOOL, "its report is not the XML that nvidia-smi writes");
        }
        Map<String, ComputeCapability> byAddress = new HashMap<>();
        capabilities.text().orElse("").lines().map(line -> line.split(",")).forEach(parts -> {
            if (parts.length == 2) {
                ComputeCapability.parse(parts[1]).ifPresent(found -> byAddress.put(address(parts[0]), found));
            }
        });
        Optional<String> driver = ToolXml.text(log.get(), "driver_version").filter(NvidiaSmiReader::isKnown);
        Optional<String> cuda = ToolXml.text(log.get(), "cuda_version").filter(NvidiaSmiReader::isKnown);
        HardwareMap found = HardwareMap.empty();
        for (Element gpu : ToolXml.children(log.get(), "gpu")) {
            String address = address(gpu.getAttribute("id"));
            Device device = device(gpu, address, driver, cuda, Optional.ofNullable(byAddress.get(address)));
            found = found.and(HardwareMap.of(device).withRelations(link(gpu, device.id())));
        }
        if (found.devices().isEmpty()) {
            return found.withGap(TOOL, "it lists no GPU");
        }
        return capabilities
                .reason()
                .map(reason -> HardwareMap.gap(TOOL, "compute capability: " + reason))
                .map(found::and)
                .orElse(found);
    }

    private static Device device(
            Element gpu,
            String address,
            Optional<String> driver,
            Optional<String> cuda,
            Optional<ComputeCapability> capability) {
        String name = ToolXml.text(gpu, "product_name")
                .filter(NvidiaSmiReader::isKnown)
                .orElse("NVIDIA GPU");
        boolean virtual = ToolXml.text(gpu, "gpu_virtualization_mode", "virtualization_mode")
                .filter("VGPU"::equals)
                .isPresent();
        List<Capability<?>> all = new ArrayList<>();
        capability.ifPresent(found -> all.addAll(found.capabilities(name, TOOL)));
        cuda.ifPresent(version -> all.add(Capability.claimed(CapabilityRegistry.CUDA, version, TOOL, "cuda_version")));
        megahertz(gpu, "sm_clock", CapabilityRegistry.CLOCK, all);
        megahertz(gpu, "mem_clock", CapabilityRegistry.MEMORY_CLOCK, all);
        pciId(gpu).ifPresent(id -> all.add(Capability.claimed(CapabilityRegistry.PCI_ID, id, TOOL, "pci_device_id")));
        Optional<Long> total = mebibytes(gpu, "total");
        Device device = Device.of(
                        DeviceId.pci(address),
                        virtual ? HardwareClasses.VIRTUAL_GPU : HardwareClasses.DISCRETE_GPU,
                        name,
                        TOOL)
                .withVendor("NVIDIA")
                .withMemory(new DeviceMemory(
                        total, mebibytes(gpu, "free"), total.isPresent() ? Optional.of(false) : Optional.empty()))
                .withCapabilities(all);
        if (total.isEmpty()) {
            // Orin, GB10 and their like compute in the host's memory, and nvidia-smi says N/A of theirs.
            device = device.withUnknown(Device.MEMORY, "nvidia-smi gives none, as on chips that share the host's");
        }
        if (capability.isEmpty()) {
            device = device.withUnknown("precisions", "nvidia-smi gave no compute capability");
        }
        if (ToolXml.text(gpu, "mig_mode", "current_mig")
                .filter("Enabled"::equals)
                .isPresent()) {
            device = device.withUnknown("share", "it is cut into MIG instances; the figures are the whole card's");
        }
        return driver.isPresent() ? device.withDriver(new Driver("nvidia", driver)) : device;
    }

    private static void megahertz(Element gpu, String clock, CapabilityId<Long> id, List<Capability<?>> all) {
        ToolXml.text(gpu, "max_clocks", clock)
                .map(text -> KeyValueText.whole(text.replace("MHz", "")))
                .filter(OptionalLong::isPresent)
                .ifPresent(value -> all.add(Capability.claimed(id, value.getAsLong(), TOOL, "max_clocks " + clock)));
    }

    private static Optional<Long> mebibytes(Element gpu, String what) {
        return ToolXml.text(gpu, "fb_memory_usage", what)
                .map(KeyValueText::bytes)
                .filter(OptionalLong::isPresent)
                .map(OptionalLong::getAsLong);
    }

    /** Of {@code 286010DE}: device, then vendor. */
    private static Optional<String> pciId(Element gpu) {
        return ToolXml.text(gpu, "pci", "pci_device_id")
                .map(text -> text.startsWith("0x") ? text.substring(2) : text)
                .filter(text -> text.matches("[0-9A-Fa-f]{8}"))
                .map(text -> (text.substring(4) + ":" + text.substring(0, 4)).toLowerCase(java.util.Locale.ROOT));
    }

    private static List<Relation> link(Element gpu, DeviceId id) {
        Optional<String> generation = ToolXml.text(gpu, "pci", "pci_gpu_link_info", "pcie_gen", "max_link_gen")
                .filter(NvidiaSmiReader::isKnown);
        Optional<String> width = ToolXml.text(gpu, "pci", "pci_gpu_link_info", "link_widths", "max_link_width")
                .filter(NvidiaSmiReader::isKnown);
        return generation.isPresent() && width.isPresent()
                ? List.of(new Relation(
                        id,
                        Relation.Kind.REACHED_THROUGH,
                        new DeviceId("cpu:0"),
                        "PCIe generation %s x%s"
                                .formatted(generation.get(), width.get().replace("x", ""))))
                : List.of();
    }

    /** nvidia-smi writes the domain with eight digits, the kernel with four. */
    static String address(String busId) {
        String address = busId.strip().toLowerCase(java.util.Locale.ROOT);
        return address.matches("0000[0-9a-f]{4}:.*") ? address.substring(4) : address;
    }

    private static boolean isKnown(String text) {
        return !text.isBlank() && !text.contains("N/A") && !text.startsWith("Unknown") && !text.startsWith("Requested");
    }
}
