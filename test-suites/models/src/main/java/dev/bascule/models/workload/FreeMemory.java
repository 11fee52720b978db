package dev.bascule.models.workload;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceMemory;
import dev.bascule.fallback.hardware.Factor;
import dev.bascule.fallback.hardware.HardwareClasses;
import dev.bascule.nativerunner.devices.ContainerLimits;
import dev.bascule.nativerunner.devices.LocalSystem;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Memory of the host that a new process may still take, as far as backends can use it, or of a device. Immutable.
 *
 * @param bytes how much; empty where the system does not say
 * @param source which counter said so, or why none did
 */
public record FreeMemory(OptionalLong bytes, String source) {
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");

    /** Reads it: the kernel's own estimate, and the control group's limit where that is closer. */
    public static FreeMemory ofHost() {
        LocalSystem system = new LocalSystem();
        return of(system.read("/proc/meminfo").text(), ContainerLimits.memoryLeft(system));
    }

    /**
     * Of devices of one kind: the most that any of them has free, or has at all where nobody tells what is free. Unknown where
     * none has memory of its own that somebody tells of: what shares the host's is the host's matter.
     */
    public static FreeMemory ofDevices(Collection<Device> devices) {
        return devices.stream()
                .filter(device -> device.memory()
                        .sharedWithHost()
                        .filter(shared -> !shared)
                        .isPresent())
                .flatMap(device -> room(device).stream())
                .max(Comparator.comparingLong(room -> room.bytes().orElse(0)))
                .orElseGet(() -> new FreeMemory(
                        OptionalLong.empty(), "no device is known to have memory of its own, or how much"));
    }

    private static Optional<FreeMemory> room(Device device) {
        DeviceMemory memory = device.memory();
        return memory.freeBytes()
                .or(memory::totalBytes)
                .map(bytes -> new FreeMemory(
                        OptionalLong.of(bytes),
                        "%s of %s"
                                .formatted(
                                        memory.freeBytes().isPresent() ? "free memory" : "all memory", device.name())));
    }

    /**
     * What of it these backends can use: none that a page's WebAssembly cannot address, where nothing but that computes. Of
     * other backends the host's stands; of a device's own see {@link #ofDevices}.
     */
    public FreeMemory within(Collection<Backend> backends) {
        Optional<Factor> addressable = backends.isEmpty() || !backends.stream().allMatch(Backends.WASM::equals)
                ? Optional.empty()
                : HardwareClasses.BROWSER_CPU.factor(Factor.Kind.ADDRESSABLE_BYTES);
        return addressable
                .filter(most -> bytes.isEmpty() || bytes.getAsLong() > most.value())
                .map(most -> new FreeMemory(
                        OptionalLong.of(most.value()), "all that WebAssembly can address: " + most.source()))
                .orElse(this);
    }

    /** @param group what the tightest control group leaves; empty without a limit */
    static FreeMemory of(Optional<String> meminfo, Optional<Long> group) {
        Optional<Long> available = meminfo.flatMap(FreeMemory::available);
        Optional<FreeMemory> ofGroup = group.filter(
                        left -> available.filter(bytes -> bytes <= left).isEmpty())
                .map(left -> new FreeMemory(
                        OptionalLong.of(left),
                        "the tightest control group's limit less its use, without what only caches files"));
        return ofGroup.or(() -> available.map(bytes -> new FreeMemory(OptionalLong.of(bytes), "MemAvailable")))
                .orElseGet(() -> new FreeMemory(
                        OptionalLong.empty(), "there is no MemAvailable and no control group with a limit"));
    }

    private static Optional<Long> available(String meminfo) {
        Matcher matcher = AVAILABLE.matcher(meminfo);
        return matcher.find() ? Optional.of(Long.parseLong(matcher.group(1)) * 1024) : Optional.empty();
    }
}
