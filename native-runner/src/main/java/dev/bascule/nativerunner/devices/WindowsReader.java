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
import dev.bascule.fallback.hardware.Relation;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The devices of Windows, by one question to PowerShell. Stateless. */
final class WindowsReader implements DeviceReader {
    static final String[] QUESTION = {
        "powershell",
        "-NoProfile",
        "-NonInteractive",
        "-Command",
        "[Console]::OutputEncoding=[Text.Encoding]::UTF8; @{"
                + "cpu=@(Get-CimInstance Win32_Processor | Select-Object Name,Manufacturer,NumberOfCores,"
                + "NumberOfLogicalProcessors);"
                + "video=@(Get-CimInstance Win32_VideoController | Select-Object Name,AdapterCompatibility,AdapterRAM,"
                + "DriverVersion,PNPDeviceID,ConfigManagerErrorCode);"
                + "accelerator=@(Get-CimInstance Win32_PnPEntity -Filter \"PNPClass='ComputeAccelerator'\" |"
                + " Select-Object Name,Manufacturer,PNPDeviceID,ConfigManagerErrorCode);"
                + "memory=@(Get-CimInstance Win32_OperatingSystem | Select-Object TotalVisibleMemorySize,"
                + "FreePhysicalMemory)} | ConvertTo-Json -Depth 3 -Compress"
    };

    private static final String SOURCE = "Win32_VideoController";
    private static final Pattern PCI = Pattern.compile("VEN_([0-9A-F]{4})&DEV_([0-9A-F]{4})");
    /** {@code AdapterRAM} has 32 bits: whatever reaches its end says only "at least". */
    private static final long CAPPED = 4_293_918_720L;

    @Override
    public String name() {
        return "Get-CimInstance";
    }

    @Override
    public boolean startsTools() {
        return true;
    }

    @Override
    public HardwareMap read(SystemView system) {
        if (!system.isWindows()) {
            return HardwareMap.empty();
        }
        return system.run(QUESTION).either(WindowsReader::parse, reason -> HardwareMap.gap("Get-CimInstance", reason));
    }

    static HardwareMap parse(String json) {
        Optional<JsonNode> document = ToolJson.parse(json);
        if (document.isEmpty()) {
            return HardwareMap.gap("Get-CimInstance", "its answer is no JSON");
        }
        List<Device> devices = new ArrayList<>();
        List<Relation> relations = new ArrayList<>();
        JsonNode memory = document.get().path("memory").path(0);
        int cpus = 0;
        for (JsonNode cpu : document.get().path("cpu")) {
            devices.add(cpu(cpu, memory, cpus++));
        }
        int gpus = 0;
        for (JsonNode adapter : document.get().path("video")) {
            Device device = gpu(adapter, gpus++);
            devices.add(device);
            if (device.type().is(HardwareClasses.SOFTWARE_GPU)) {
                relations.add(new Relation(
                        device.id(),
                        Relation.Kind.EMULATED_BY,
                        new DeviceId("cpu:0"),
                        "Microsoft Basic Render Driver"));
            }
        }
        int accelerators = 0;
        for (JsonNode entity : document.get().path("accelerator")) {
            devices.add(npu(entity, accelerators++));
        }
        HardwareMap map = new HardwareMap(devices, relations, List.of());
        return gpus == 0 ? map.withGap(SOURCE, "it lists no display adapter") : map;
    }

    private static Device cpu(JsonNode cpu, JsonNode memory, int index) {
        List<Capability<?>> all = new ArrayList<>();
        OptionalLong cores =
                KeyValueText.whole(ToolJson.text(cpu, "NumberOfCores").orElse(""));
        OptionalLong threads = KeyValueText.whole(
                ToolJson.text(cpu, "NumberOfLogicalProcessors").orElse(""));
        if (cores.isPresent()) {
            all.add(Capability.claimed(
                    CapabilityRegistry.CORES, cores.getAsLong(), "Win32_Processor", "NumberOfCores"));
        }
        if (threads.isPresent()) {
            all.add(Capability.claimed(
                    CapabilityRegistry.THREADS, threads.getAsLong(), "Win32_Processor", "NumberOfLogicalProcessors"));
        }
        Device device = Device.of(
                        new DeviceId("cpu:" + index),
                        HardwareClasses.CPU,
                        ToolJson.text(cpu, "Name").orElse("CPU").replaceAll("\\s+", " "),
                        "Win32_Processor")
                .withMemory(DeviceMemory.host(
                        kibibytes(memory, "TotalVisibleMemorySize"), kibibytes(memory, "FreePhysicalMemory")))
                .withCapabilities(all)
                .withUnknown("instruction sets", "Win32_Processor does not list them");
        return ToolJson.text(cpu, "Manufacturer")
                .map(maker -> switch (maker) {
                    case "GenuineIntel" -> "Intel";
                    case "AuthenticAMD" -> "AMD";
                    default -> maker;
                })
                .map(device::withVendor)
                .orElse(device);
    }

    private static Optional<Long> kibibytes(JsonNode from, String name) {
        OptionalLong value = KeyValueText.whole(ToolJson.text(from, name).orElse(""));
        return value.isPresent() ? Optional.of(value.getAsLong() * 1024) : Optional.empty();
    }

    private static Device gpu(JsonNode adapter, int index) {
        String name = ToolJson.text(adapter, "Name").orElse("GPU");
        Optional<String> pci = pciId(adapter);
        HardwareClass type = type(name, pci);
        Device device = Device.of(new DeviceId("windows:video" + index), type, name, SOURCE);
        device = ToolJson.text(adapter, "AdapterCompatibility")
                .map(device::withVendor)
                .orElse(device);
        OptionalLong bytes =
                KeyValueText.whole(ToolJson.text(adapter, "AdapterRAM").orElse(""));
        if (bytes.isPresent()
                && bytes.getAsLong() > 0
                && bytes.getAsLong() < CAPPED
                && !type.is(HardwareClasses.INTEGRATED_GPU)) {
            device = device.withMemory(
                    new DeviceMemory(Optional.of(bytes.getAsLong()), Optional.empty(), Optional.empty()));
        } else {
            device = device.withUnknown(
                    Device.MEMORY, "Win32_VideoController counts to 4 GiB only, and this says no less");
        }
        return common(adapter, device, pci);
    }

    private static Device npu(JsonNode entity, int index) {
        Device device = Device.of(
                        new DeviceId("windows:accelerator" + index),
                        HardwareClasses.NPU,
                        ToolJson.text(entity, "Name").orElse("NPU"),
                        "Win32_PnPEntity")
                .withUnknown(Device.MEMORY, "Win32_PnPEntity does not tell");
        device = ToolJson.text(entity, "Manufacturer").map(device::withVendor).orElse(device);
        return common(entity, device, pciId(entity));
    }

    private static Device common(JsonNode from, Device device, Optional<String> pci) {
        Device known = device;
        if (pci.isPresent()) {
            known = known.withCapabilities(
                    List.of(Capability.claimed(CapabilityRegistry.PCI_ID, pci.get(), SOURCE, "PNPDeviceID")));
        }
        Optional<String> version = ToolJson.text(from, "DriverVersion");
        if (version.isPresent()) {
            known = known.withDriver(new Driver("windows", version));
        }
        OptionalLong error =
                KeyValueText.whole(ToolJson.text(from, "ConfigManagerErrorCode").orElse("0"));
        return error.isPresent() && error.getAsLong() > 0
                ? known.withBarrier("the device manager reports problem code " + error.getAsLong())
                : known;
    }

    /** Vendor and device alone: what follows them in the id names the one card. */
    private static Optional<String> pciId(JsonNode from) {
        Matcher matcher =
                PCI.matcher(ToolJson.text(from, "PNPDeviceID").orElse("").toUpperCase(Locale.ROOT));
        return matcher.find()
                ? Optional.of((matcher.group(1) + ":" + matcher.group(2)).toLowerCase(Locale.ROOT))
                : Optional.empty();
    }

    private static HardwareClass type(String name, Optional<String> pci) {
        int vendor = pci.map(id -> Integer.parseInt(id.substring(0, 4), 16)).orElse(0);
        if (name.contains("Basic Render")) {
            return HardwareClasses.SOFTWARE_GPU;
        }
        if (PciNames.isHypervisor(vendor)
                || name.contains("Basic Display")
                || name.contains("Remote Display")
                || name.contains("Hyper-V")) {
            return HardwareClasses.VIRTUAL_GPU;
        }
        if (vendor == PciNames.NVIDIA) {
            return HardwareClasses.DISCRETE_GPU;
        }
        if (vendor == PciNames.INTEL) {
            // Intel names its cards Arc with a letter and a number; "Arc Graphics" alone is part of a processor.
            return name.matches(".*Arc\\(?(TM|tm)?\\)?\\s*(Pro )?[AB]\\d{2,3}.*")
                    ? HardwareClasses.DISCRETE_GPU
                    : HardwareClasses.INTEGRATED_GPU;
        }
        return HardwareClasses.GPU;
    }
}
