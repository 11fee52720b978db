package dev.bascule.fallback.memory;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Linux's own books: {@code VmRSS} and {@code VmHWM} of {@code /proc/PID/status}, {@code Pss} of {@code smaps_rollup}. The
 * kernel keeps the peak by itself, so nothing need look while something is timed; writing 5 to {@code clear_refs} has it
 * start anew (proc(5)). Stateless and thread-safe.
 */
public final class ProcMemory implements MemoryCounter {
    private static final Pattern KIBIBYTES = Pattern.compile("(\\w+):\\s+(\\d+) kB");
    private static final String FORGET_PEAK = "5";

    private final Path proc;

    public ProcMemory() {
        this(Path.of("/proc"));
    }

    ProcMemory(Path proc) {
        this.proc = proc;
    }

    /** Whether this system keeps such books. */
    public static boolean isHere() {
        return new ProcMemory().read(ProcessHandle.current().pid()).isPresent();
    }

    @Override
    public boolean restart(long pid) {
        Path file = file(pid, "clear_refs");
        try {
            if (!Files.isWritable(file)) {
                return false;
            }
            Files.writeString(file, FORGET_PEAK);
            return true;
        } catch (IOException e) {
            // It ended between the two looks, or its sandbox keeps others out.
            return false;
        }
    }

    @Override
    public Optional<Use> read(long pid) {
        List<String> status = lines(file(pid, "status"));
        OptionalLong resident = bytes(status, "VmRSS");
        return resident.isEmpty()
                ? Optional.empty()
                : Optional.of(new Use(
                        resident.getAsLong(), bytes(lines(file(pid, "smaps_rollup")), "Pss"), bytes(status, "VmHWM")));
    }

    @Override
    public String source() {
        return "peak: VmHWM of /proc, resident pages, those that processes share counted in each; "
                + "current: proportional shares (PSS)";
    }

    private Path file(long pid, String name) {
        return proc.resolve(Long.toString(pid)).resolve(name);
    }

    /** The first line {@code Name: 123 kB} of that name, in bytes. */
    static OptionalLong bytes(List<String> lines, String name) {
        for (String line : lines) {
            Matcher matcher = KIBIBYTES.matcher(line);
            if (matcher.matches() && matcher.group(1).equals(name)) {
                return OptionalLong.of(Long.parseLong(matcher.group(2)) * 1024);
            }
        }
        return OptionalLong.empty();
    }

    private static List<String> lines(Path file) {
        try {
            return Files.isReadable(file) ? Files.readAllLines(file) : List.of();
        } catch (IOException e) {
            return List.of();
        }
    }
}
