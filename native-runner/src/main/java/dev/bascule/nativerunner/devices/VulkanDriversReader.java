package dev.bascule.nativerunner.devices;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.hardware.Driver;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import dev.bascule.fallback.hardware.Relation;
import java.util.List;
import java.util.Optional;

/**
 * The software GPUs that are installed for the whole system: Vulkan drivers that are programs for the CPU. That a real
 * GPU's driver is installed shows no GPU, so those are passed over. Reads files alone. Stateless.
 */
final class VulkanDriversReader implements DeviceReader {
    private static final List<String> FOLDERS =
            List.of("/usr/share/vulkan/icd.d", "/etc/vulkan/icd.d", "/usr/local/share/vulkan/icd.d");

    @Override
    public String name() {
        return FOLDERS.get(0);
    }

    @Override
    public boolean startsTools() {
        return false;
    }

    @Override
    public HardwareMap read(SystemView system) {
        HardwareMap found = HardwareMap.empty();
        for (String folder : FOLDERS) {
            for (String file : system.list(folder)) {
                if (file.endsWith(".json")) {
                    found = found.and(system.read(folder + "/" + file)
                            .either(
                                    text -> parse(folder + "/" + file, text),
                                    reason -> HardwareMap.gap(folder, reason)));
                }
            }
        }
        return found;
    }

    static HardwareMap parse(String path, String json) {
        Optional<JsonNode> icd = ToolJson.parse(json).map(document -> document.path("ICD"));
        String library =
                icd.flatMap(node -> ToolJson.text(node, "library_path")).orElse("");
        Optional<String> name = library.contains("libvulkan_lvp")
                ? Optional.of("llvmpipe (Mesa lavapipe)")
                : library.contains("libvk_swiftshader") ? Optional.of("SwiftShader") : Optional.empty();
        if (name.isEmpty()) {
            return HardwareMap.empty();
        }
        DeviceId id = VulkanReader.softwareId(name.get());
        Device device = Device.of(id, HardwareClasses.SOFTWARE_GPU, name.get(), path)
                .withDriver(new Driver(library.substring(library.lastIndexOf('/') + 1), Optional.empty()))
                .withMemory(DeviceMemory.host(Optional.empty(), Optional.empty()));
        Optional<String> version = icd.flatMap(node -> ToolJson.text(node, "api_version"));
        if (version.isPresent()) {
            device = device.withCapabilities(
                    List.of(Capability.claimed(CapabilityRegistry.VULKAN, version.get(), path, "api_version")));
        }
        return HardwareMap.of(device)
                .withRelations(List.of(new Relation(
                        id,
                        Relation.Kind.EMULATED_BY,
                        new DeviceId("cpu:0"),
                        "its Vulkan driver is a program for the CPU")));
    }
}
