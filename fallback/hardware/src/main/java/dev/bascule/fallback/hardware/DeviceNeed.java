package dev.bascule.fallback.hardware;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a native backend computes on. Immutable.
 *
 * @param systems how the names of the systems begin on which it exists; empty for every one
 * @param arm whether it exists on AArch64 alone
 * @param types classes of devices
 * @param vendor empty where any maker's will do
 * @param emulated whether a program on the CPU may stand in for the device
 */
record DeviceNeed(
        Set<String> systems, boolean arm, List<HardwareClass> types, Optional<String> vendor, boolean emulated) {
    private static final String PCI = "/sys/bus/pci/devices";

    private static final DeviceNeed NVIDIA = gpu("NVIDIA", "Linux", "Windows");
    // The GPU and the Neural Engine of Apple silicon are parts of every one of its chips.
    private static final DeviceNeed APPLE =
            new DeviceNeed(Set.of("Mac"), true, List.of(HardwareClasses.GPU), Optional.of("Apple"), false);
    private static final DeviceNeed CPU =
            new DeviceNeed(Set.of(), false, List.of(HardwareClasses.CPU), Optional.empty(), false);

    private static final Map<Backend, DeviceNeed> ALL = Map.of(
            Backends.CUDA,
            NVIDIA,
            Backends.TENSORRT,
            NVIDIA,
            Backends.ROCM,
            gpu("AMD", "Linux"),
            Backends.MPS,
            APPLE,
            Backends.COREML,
            APPLE,
            Backends.DIRECTML,
            new DeviceNeed(Set.of("Windows"), false, List.of(HardwareClasses.GPU), Optional.empty(), true),
            Backends.QNN,
            new DeviceNeed(
                    Set.of("Linux", "Windows"),
                    true,
                    List.of(HardwareClasses.NPU, HardwareClasses.DSP),
                    Optional.of("Qualcomm"),
                    false),
            Backends.WEBGPU_NATIVE,
            new DeviceNeed(Set.of(), false, List.of(HardwareClasses.GPU), Optional.empty(), true),
            Backends.OPENVINO,
            CPU,
            Backends.NATIVE_CPU,
            CPU);

    /** Empty of a backend that is not built in. */
    static Optional<DeviceNeed> of(Backend backend) {
        return Optional.ofNullable(ALL.get(backend));
    }

    private static DeviceNeed gpu(String vendor, String... systems) {
        return new DeviceNeed(Set.of(systems), false, List.of(HardwareClasses.GPU), Optional.of(vendor), false);
    }

    DeviceFit fit(HardwareMap map, String os, String arch) {
        if (!systems.isEmpty() && systems.stream().noneMatch(os::startsWith)) {
            return new DeviceFit.WrongSystem("it exists on %s only, and this is %s".formatted(places(), os));
        }
        if (arm && !arch.equals("aarch64")) {
            return new DeviceFit.WrongSystem("it exists on arm64 only, and this is " + arch);
        }
        List<Device> fitting = map.devices().stream().filter(this::fits).toList();
        Optional<Device> usable = fitting.stream()
                .filter(Device::isReachable)
                // What accelerates goes first; else the first that was seen.
                .min((one, other) -> Boolean.compare(
                        !HardwareClasses.accelerates(one.type()), !HardwareClasses.accelerates(other.type())));
        if (usable.isPresent()) {
            return new DeviceFit.Here(usable, said(usable.get()));
        }
        if (!fitting.isEmpty()) {
            Device shut = fitting.get(0);
            String barrier = shut.barrier().orElseThrow();
            return new DeviceFit.Nowhere(
                    "%s is out of reach: %s".formatted(shut.name(), barrier),
                    "let this process reach %s: %s".formatted(shut.name(), barrier));
        }
        return unseen(map, os, arch);
    }

    private DeviceFit unseen(HardwareMap map, String os, String arch) {
        if (types.equals(List.of(HardwareClasses.CPU))) {
            return new DeviceFit.Here(Optional.empty(), "every machine has a CPU");
        }
        if (os.startsWith("Mac") && arch.equals("aarch64")) {
            return new DeviceFit.Here(Optional.empty(), "Apple silicon has a GPU on its chip");
        }
        Optional<String> blind = blind(map);
        return blind.isPresent()
                ? new DeviceFit.Untold("no %s is seen, and %s".formatted(what(), blind.get()))
                : new DeviceFit.Nowhere(
                        "this machine has no %s".formatted(what()),
                        "use a machine with one: nothing that could be installed here helps");
    }

    boolean fits(Device device) {
        return !device.type().is(HardwareClasses.BROWSER)
                && types.stream().anyMatch(type -> device.type().is(type))
                && vendor.map(maker -> made(device, maker)).orElse(true);
    }

    private static boolean made(Device device, String maker) {
        String told = device.vendor().orElse("") + " " + device.name();
        // Windows writes AMD's name in full.
        return told.contains(maker) || (maker.equals("AMD") && told.contains("Advanced Micro Devices"));
    }

    /** Why a device may be there that the map does not show. */
    private Optional<String> blind(HardwareMap map) {
        if (map.ofClass(HardwareClasses.CPU).isEmpty()) {
            return Optional.of("this system's devices are asked of tools alone, which only doctor starts");
        }
        if (map.gaps().stream().anyMatch(gap -> gap.source().equals(PCI))) {
            return Optional.of("this system shows no PCI bus");
        }
        if (emulated) {
            return Optional.of("a program on the CPU may do its work");
        }
        return map.ofClass(HardwareClasses.VIRTUAL_GPU).stream()
                .findFirst()
                .map(device -> "nobody tells what is behind %s, a virtual GPU".formatted(device.name()));
    }

    private String what() {
        return vendor.map(maker -> maker + " ").orElse("")
                + types.stream().map(HardwareClass::title).collect(Collectors.joining(" or "));
    }

    private String places() {
        List<String> names = new ArrayList<>();
        systems.stream().sorted().forEach(name -> names.add(name.equals("Mac") ? "macOS" : name));
        return String.join(" and ", names);
    }

    private static String said(Device device) {
        String software = device.type().is(HardwareClasses.SOFTWARE_GPU) ? ", right but no acceleration" : "";
        return "%s is here (%s%s; %s)"
                .formatted(
                        device.name(),
                        device.type().title(),
                        software,
                        device.sources().get(0));
    }
}
