package dev.bascule.nativerunner.profile;

import dev.bascule.nativerunner.devices.AllowedCores;
import dev.bascule.nativerunner.devices.CpuCaches;
import dev.bascule.nativerunner.devices.LocalSystem;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.stream.Stream;
import oshi.SystemInfo;
import oshi.hardware.CentralProcessor;

/**
 * What the system reports of its processor that matters for a profile; what it does not report is empty.
 *
 * @param vendor such as {@code GenuineIntel}
 * @param family the vendor's number, as /proc/cpuinfo writes it
 * @param model the vendor's number within the family
 * @param caches of the first core that hold data, the nearest first
 * @param lastLevelBytes all caches of the last level together, over all sockets
 * @param cores that this process may run on
 */
public record ReportedCpu(
        Optional<String> vendor,
        OptionalInt family,
        OptionalInt model,
        List<Cache> caches,
        OptionalLong lastLevelBytes,
        AllowedCores cores) {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");
    private static final Path CACHES = Path.of("/sys/devices/system/cpu/cpu0/cache");

    public ReportedCpu {
        caches = List.copyOf(caches);
    }

    /**
     * @param name such as {@code L1d} or {@code L2}
     * @param bytes its size
     */
    public record Cache(String name, long bytes) {}

    /** Of this machine, by Linux's files; elsewhere by what OSHI and the system's own tools know. */
    public static ReportedCpu read() {
        List<String> lines = lines(CPU_INFO);
        List<Cache> caches = new ArrayList<>();
        try (Stream<Path> folders = Files.list(CACHES)) {
            folders.filter(folder -> String.valueOf(folder.getFileName()).startsWith("index"))
                    .forEach(folder -> cache(
                                    first(folder.resolve("level")),
                                    first(folder.resolve("type")),
                                    first(folder.resolve("size")))
                            .ifPresent(caches::add));
        } catch (IOException | UncheckedIOException e) {
            // No Linux, or a container that hides it: nothing is reported.
        }
        caches.sort(Comparator.comparing(Cache::name));
        LocalSystem system = new LocalSystem();
        Optional<String> vendor = field(lines, "vendor_id");
        Optional<CentralProcessor.ProcessorIdentifier> other =
                vendor.isPresent() ? Optional.empty() : identifier(system.isLinux());
        return new ReportedCpu(
                vendor.or(() -> other.map(CentralProcessor.ProcessorIdentifier::getVendor)),
                field(lines, "cpu family")
                        .or(() -> other.map(CentralProcessor.ProcessorIdentifier::getFamily))
                        .map(ReportedCpu::number)
                        .orElse(OptionalInt.empty()),
                field(lines, "model")
                        .or(() -> other.map(CentralProcessor.ProcessorIdentifier::getModel))
                        .map(ReportedCpu::number)
                        .orElse(OptionalInt.empty()),
                caches,
                CpuCaches.read(system).lastLevelBytes(),
                AllowedCores.read(system));
    }

    private static Optional<CentralProcessor.ProcessorIdentifier> identifier(boolean told) {
        try {
            return told
                    ? Optional.empty()
                    : Optional.of(new SystemInfo().getHardware().getProcessor().getProcessorIdentifier());
        } catch (RuntimeException | LinkageError e) {
            // Then nobody tells.
            return Optional.empty();
        }
    }

    /** A cache as its folder in /sys describes it; empty for one of instructions. */
    static Optional<Cache> cache(String level, String type, String size) {
        OptionalLong bytes = bytes(size);
        if (level.isEmpty() || bytes.isEmpty() || type.equals("Instruction")) {
            return Optional.empty();
        }
        return Optional.of(new Cache("L" + level + (type.equals("Data") ? "d" : ""), bytes.getAsLong()));
    }

    /** A field of /proc/cpuinfo, of the first processor. */
    static Optional<String> field(List<String> lines, String name) {
        return lines.stream()
                .map(line -> line.split(":", 2))
                .filter(parts -> parts.length == 2 && parts[0].strip().equals(name))
                .map(parts -> parts[1].strip())
                .findFirst();
    }

    private static OptionalLong bytes(String size) {
        String text = size.strip().toUpperCase(Locale.ROOT);
        int shift = text.endsWith("K") ? 10 : text.endsWith("M") ? 20 : 0;
        String digits = shift == 0 ? text : text.substring(0, text.length() - 1);
        return digits.matches("[0-9]{1,9}") ? OptionalLong.of(Long.parseLong(digits) << shift) : OptionalLong.empty();
    }

    private static OptionalInt number(String text) {
        return text.matches("[0-9]{1,9}") ? OptionalInt.of(Integer.parseInt(text)) : OptionalInt.empty();
    }

    private static String first(Path file) {
        return lines(file).stream().findFirst().map(String::strip).orElse("");
    }

    private static List<String> lines(Path file) {
        try {
            return Files.readAllLines(file);
        } catch (IOException | UncheckedIOException e) {
            return List.of();
        }
    }
}
