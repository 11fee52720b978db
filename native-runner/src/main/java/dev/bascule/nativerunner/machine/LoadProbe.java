package dev.bascule.nativerunner.machine;

import com.sun.management.OperatingSystemMXBean;
import dev.bascule.fallback.usage.Counters.CpuTime;
import dev.bascule.nativerunner.usage.ProcStat;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/** Reads the machine's load and processor frequency. Stateless and thread-safe. */
public final class LoadProbe {
    private static final Duration MOMENT = Duration.ofMillis(400);
    private static final Path STAT = Path.of("/proc/stat");
    private static final Path CPU_INFO = Path.of("/proc/cpuinfo");

    private LoadProbe() {}

    /**
     * What this machine is doing before a run starts anything; where the last minute was busy, it looks for a moment whether others
     * still are.
     */
    public static Load beforeRun() {
        Load now = read();
        return now.wasBusy() ? now.withOthers(byOthers()) : now;
    }

    /**
     * By Linux's count of busy processors, without this process's own; empty elsewhere. The count is that of the machine in a container
     * too, as the load average is, where the JDK's own figure would be the container's.
     */
    private static OptionalDouble byOthers() {
        if (!(ManagementFactory.getOperatingSystemMXBean() instanceof OperatingSystemMXBean system)) {
            return OptionalDouble.empty();
        }
        Optional<CpuTime> before = machine();
        long own = system.getProcessCpuTime();
        long began = System.nanoTime();
        try {
            Thread.sleep(MOMENT.toMillis());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return OptionalDouble.empty();
        }
        double elapsed = System.nanoTime() - began;
        double ownNanos = system.getProcessCpuTime() - own;
        Optional<CpuTime> after = machine();
        if (before.isEmpty() || after.isEmpty()) {
            return OptionalDouble.empty();
        }
        double busyNanos = 1e6 * (after.get().busy() - before.get().busy());
        return OptionalDouble.of(Math.max(0, busyNanos - ownNanos) / elapsed);
    }

    private static Optional<CpuTime> machine() {
        try {
            return Files.isReadable(STAT) ? ProcStat.machine(Files.readAllLines(STAT)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** What this machine is doing now, in well under a millisecond. */
    public static Load read() {
        double average = ManagementFactory.getOperatingSystemMXBean().getSystemLoadAverage();
        return new Load(
                average < 0 ? OptionalDouble.empty() : OptionalDouble.of(average),
                frequency(),
                Runtime.getRuntime().availableProcessors(),
                OptionalDouble.empty());
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
