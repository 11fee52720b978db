package dev.bascule.nativerunner.job;

import dev.bascule.fallback.protocol.Message.MemoryInfo;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The most memory that this process held at once, as Linux counts it; the JVM is in it. Stateless. */
final class ProcessMemory {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final Path CLEAR = Path.of("/proc/self/clear_refs");

    private ProcessMemory() {}

    /** Starts counting anew where the system allows it. */
    static void reset() {
        try {
            if (Files.isWritable(CLEAR)) {
                Files.writeString(CLEAR, "5");
            }
        } catch (IOException e) {
            // The peak then is the process's, not the job's: no smaller than the truth.
        }
    }

    static Optional<MemoryInfo> peak() {
        try {
            return Files.isReadable(STATUS) ? parse(Files.readAllLines(STATUS)) : Optional.empty();
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    /** Reads the line {@code VmHWM:   123456 kB}. */
    static Optional<MemoryInfo> parse(List<String> lines) {
        return lines.stream()
                .filter(line -> line.startsWith("VmHWM:") && line.endsWith(" kB"))
                .map(line -> line.substring("VmHWM:".length(), line.length() - " kB".length())
                        .strip())
                .findFirst()
                .map(kilobytes -> new MemoryInfo(Long.parseLong(kilobytes) * 1024, "VmHWM of the child process"));
    }
}
