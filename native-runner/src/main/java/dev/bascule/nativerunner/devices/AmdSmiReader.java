package dev.bascule.nativerunner.devices;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.hardware.Capability;
import dev.bascule.fallback.hardware.CapabilityRegistry;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceId;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.hardware.Driver;
import dev.bascule.fallback.hardware.HardwareClass;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.fallback.hardware.HardwareMap;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What {@code amd-smi}, or {@code rocm-smi} where the former is missing, tells; asked only where AMD's driver is.
 * Stateless.
 */
final class AmdSmiReader implements DeviceReader {
    private static final String AMD = "amd-smi";
    private static final String ROCM = "rocm-smi";

    @Override
    public String name() {
        return AMD;
    }

    @Override
    public boolean startsTools() {
        return true;
    }

    @Override
    public HardwareMap read(SystemView system) {
        if (!system.exists("/sys/module/amdgpu")) {
            return HardwareMap.empty();
        }
        SystemAnswer fresh = system.run(AMD, "static", "--json");
        if (fresh instanceof SystemAnswer.Text text) {
            return amdSmi(text.value());
        }
        return system.run(
                        ROCM,
                        "--showproductname",
                        "--showmeminfo",
                        "vram",
                        "--showbus",
                        "--showdriverversion",
                        "--json")
                .either(
                        AmdSmiReader::rocmSmi,
                        reason -> HardwareMap.gap(AMD, fresh.reason().orElse("") + "; " + reason));
    }

    /** A list of GPUs, in newer versions within an object. */
    static HardwareMap amdSmi(String json) {
        Optional<JsonNode> document = ToolJson.parse(json);
        if (document.isEmpty()) {
            return HardwareMap.gap(AMD, "its report is no JSON");
        }
        JsonNode list =
                document.get().isArray() ? document.get() : document.get().path("gpu_data");
        HardwareMap found = HardwareMap.empty();
        for (JsonNode gpu : list) {
            Optional<String> address = ToolJson.text(gpu, "bus", "bdf");
            if (address.isEmpty()) {
                found = found.withGap(AMD, "a GPU without a bus address");
                continue;
            }
            List<Capability<?>> all = new ArrayList<>();
            ToolJson.text(gpu, "asic", "target_graphics_version")
                    .flatMap(GfxTarget::parse)
                    .ifPresent(target -> all.addAll(target.capabilities(AMD)));
            OptionalLong units = KeyValueText.whole(
                    ToolJson.text(gpu, "asic", "num_compute_units").orElse(""));
            if (units.isPresent()) {
                all.add(Capability.claimed(
                        CapabilityRegistry.COMPUTE_UNITS, units.getAsLong(), AMD, "num_compute_units"));
            }
            Device device = Device.of(
                            DeviceId.pci(address.get()),
                            slot(gpu),
                            ToolJson.text(gpu, "asic", "market_name").orElse("AMD GPU"),
                            AMD)
                    .withVendor("AMD")
                    .withCapabilities(all);
            Optional<Long> bytes = bytes(gpu.path("vram").path("size"));
            device = bytes.isPresent()
                    ? device.withMemory(DeviceMemory.own(bytes.get(), Optional.empty()))
                    : device.withUnknown(Device.MEMORY, "amd-smi gives none");
            Optional<String> version = ToolJson.text(gpu, "driver", "version");
            found = found.and(HardwareMap.of(device.withDriver(
                    new Driver(ToolJson.text(gpu, "driver", "name").orElse("amdgpu"), version))));
        }
        return found.devices().isEmpty() ? found.withGap(AMD, "it lists no GPU") : found;
    }

    /** Cards sit in slots; what has none is part of a processor or unknown. */
    private static HardwareClass slot(JsonNode gpu) {
        return switch (ToolJson.text(gpu, "bus", "slot_type").orElse("")) {
            case "PCIE", "OAM", "CEM" -> HardwareClasses.DISCRETE_GPU;
            default -> HardwareClasses.GPU;
        };
    }

    /** Of {@code {"value": 196592, "unit": "MB"}}, in older versions {@code "196592 MB"}. */
    private static Optional<Long> bytes(JsonNode size) {
        String text = size.isObject()
                ? size.path("value").asText() + " " + size.path("unit").asText()
                : size.asText();
        OptionalLong bytes = KeyValueText.bytes(text);
        return bytes.isPresent() ? Optional.of(bytes.getAsLong()) : Optional.empty();
    }

    /** An object with {@code card0}, {@code card1} … and, for the driver, {@code system}. */
    static HardwareMap rocmSmi(String json) {
        Optional<JsonNode> document = ToolJson.parse(json);
        if (document.isEmpty()) {
            return HardwareMap.gap(ROCM, "its report is no JSON");
        }
        Optional<String> driver = ToolJson.text(document.get(), "system", "Driver version");
        HardwareMap found = HardwareMap.empty();
        for (String name : (Iterable<String>) document.get()::fieldNames) {
            JsonNode card = document.get().path(name);
            Optional<String> address = ToolJson.text(card, "PCI Bus");
            if (!name.startsWith("card") || address.isEmpty()) {
                continue;
            }
            Optional<GfxTarget> target = ToolJson.text(card, "GFX Version").flatMap(GfxTarget::parse);
            OptionalLong total = KeyValueText.whole(
                    ToolJson.text(card, "VRAM Total Memory (B)").orElse(""));
            OptionalLong used = KeyValueText.whole(
                    ToolJson.text(card, "VRAM Total Used Memory (B)").orElse(""));
            Device device = Device.of(
                            DeviceId.pci(address.get()),
                            HardwareClasses.GPU,
                            ToolJson.text(card, "Card Series")
                                    .or(() -> ToolJson.text(card, "Card series"))
                                    .or(() -> ToolJson.text(card, "Device Name"))
                                    .orElse("AMD GPU"),
                            ROCM)
                    .withVendor("AMD")
                    .withDriver(new Driver("amdgpu", driver))
                    .withCapabilities(
                            target.map(known -> known.capabilities(ROCM)).orElse(List.of()));
            device = total.isPresent()
                    ? device.withMemory(new DeviceMemory(
                            Optional.of(total.getAsLong()),
                            used.isPresent() ? Optional.of(total.getAsLong() - used.getAsLong()) : Optional.empty(),
                            Optional.empty()))
                    : device.withUnknown(Device.MEMORY, "rocm-smi gives none");
            found = found.and(HardwareMap.of(device));
        }
        return found.devices().isEmpty() ? found.withGap(ROCM, "it lists no GPU") : found;
    }
}
