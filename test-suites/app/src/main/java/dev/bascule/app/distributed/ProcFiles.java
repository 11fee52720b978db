package dev.bascule.app.distributed;

import dev.bascule.studies.distributed.RankRun.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** What Linux's kernel counts of a process, read by the host: a rank is not asked about itself. Stateless. */
final class ProcFiles {
    private static final int SENT = 8;
    private static final String PEAK = "VmHWM:";
    private static final long KIB = 1024;

    private ProcFiles() {}

    /** Of an interface. */
    record Bytes(long received, long sent) {}

    /** As the process sees its interfaces, in its own namespace. */
    static Optional<Bytes> bytes(long pid, String device) {
        return lines(Path.of("/proc", Long.toString(pid), "net", "dev")).flatMap(lines -> bytes(lines, device));
    }

    static Optional<Bytes> bytes(List<String> lines, String device) {
        return lines.stream()
                .map(String::strip)
                .filter(line -> line.startsWith(device + ":"))
                .findFirst()
                .map(line -> line.substring(device.length() + 1).strip().split("\\s+", -1))
                .filter(fields -> fields.length > SENT)
                .flatMap(fields -> {
                    try {
                        return Optional.of(new Bytes(Long.parseLong(fields[0]), Long.parseLong(fields[SENT])));
                    } catch (NumberFormatException e) {
                        return Optional.empty();
                    }
                });
    }

    static Optional<Usage> usage(int rank, ProcessHandle process) {
        Optional<Duration> cpu = process.info().totalCpuDuration();
        Optional<Long> peak = lines(Path.of("/proc", Long.toString(process.pid()), "status"))
                .flatMap(lines ->
                        lines.stream().filter(line -> line.startsWith(PEAK)).findFirst())
                .map(line -> KIB * Long.parseLong(line.replaceAll("\\D", "")));
        return cpu.flatMap(time -> peak.map(bytes -> new Usage(rank, time, bytes)));
    }

    private static Optional<List<String>> lines(Path file) {
        try {
            return Optional.of(Files.readAllLines(file));
        } catch (IOException e) {
            // It ended, or this is no Linux.
            return Optional.empty();
        }
    }
}
