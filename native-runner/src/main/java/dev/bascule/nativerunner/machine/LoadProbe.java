package dev.bascule.nativerunner.machine;

import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalDouble;

/** Reads the machine's load and processor frequency, in well under a millisecond. Stateless and thread-safe. */
public final class LoadProbe {
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private LoadProbe() {}

    /** What this machine is doing now. */
    public static Load read() {
        double average = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return new Load(
                average < 0 ? OptionalDouble.empty() : OptionalDouble.of(average),
                frequency(),
                Runtime.getRuntime().availableProcessors());
    }

    private static OptionalDouble frequency() {
        try {
            return Files.isReadable(CPU_INFO) ? meanMegahertz(Files.readAllLines(CPU_INFO)) : OptionalDouble.empty();
        } catch (IOException e) {
            return OptionalDouble.empty();
        }
    }

    /** The mean of the lines {@code cpu MHz : 2600.000} of Linux on x86. */
    static OptionalDouble meanMegahertz(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("cpu MHz"))
                .mapToDouble(line ->
                        Double.parseDouble(line.substring(line.indexOf(':') + 1).strip()))
                .average();
    }
}
