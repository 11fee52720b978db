package dev.bascule.suites.workload;

import dev.bascule.fallback.hardware.Device;
import dev.bascule.fallback.hardware.DeviceMemory;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collection;
import java.util.Comparator;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Memory of the host that a new process may still take, or of a device. Immutable.
 *
 * @param bytes how much; empty where the system does not say
 * @param source which counter said so, or why none did
 */
public record FreeMemory(OptionalLong bytes, String source) {
    private static final Pattern AVAILABLE = Pattern.compile("MemAvailable:\\s+(\\d+) kB");

    /** Reads it: the kernel's own estimate, and the control group's limit where that is closer. */
    public static FreeMemory ofHost() {
        return of(
                text(Path.of("/proc/meminfo")),
                text(Path.of("/sys/fs/cgroup/memory.max")),
                text(Path.of("/sys/fs/cgroup/memory.current")));
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

    static FreeMemory of(Optional<String> meminfo, Optional<String> limit, Optional<String> used) {
        OptionalLong available = meminfo.map(FreeMemory::available).orElse(OptionalLong.empty());
        OptionalLong group = left(limit, used);
        if (available.isEmpty() && group.isEmpty()) {
            return new FreeMemory(OptionalLong.empty(), "there is no MemAvailable and no control group with a limit");
        }
        boolean groupIsCloser = group.isPresent() && (available.isEmpty() || group.getAsLong() < available.getAsLong());
        return groupIsCloser
                ? new FreeMemory(group, "the control group's limit less its use")
                : new FreeMemory(available, "MemAvailable");
    }

    private static OptionalLong available(String meminfo) {
        Matcher matcher = AVAILABLE.matcher(meminfo);
        return matcher.find() ? OptionalLong.of(Long.parseLong(matcher.group(1)) * 1024) : OptionalLong.empty();
    }

    private static OptionalLong left(Optional<String> limit, Optional<String> used) {
        return limit.isPresent() && used.isPresent() && !limit.get().startsWith("max")
                ? OptionalLong.of(Math.max(0, Long.parseLong(limit.get()) - Long.parseLong(used.get())))
                : OptionalLong.empty();
    }

    private static Optional<String> text(Path file) {
        try {
            return Optional.of(String.join("\n", Files.readAllLines(file)).strip());
        } catch (IOException notThere) {
            return Optional.empty();
        }
    }
}
