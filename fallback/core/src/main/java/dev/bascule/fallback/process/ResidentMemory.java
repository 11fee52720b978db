package dev.bascule.fallback.process;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.OptionalLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** How much memory a process holds, where the system has it in a file (Linux). Stateless. */
final class ResidentMemory {
    private static final Pattern RESIDENT = Pattern.compile("^Vm(?:RSS|Swap):\\s+(\\d+) kB", Pattern.MULTILINE);

    private ResidentMemory() {}

    /** In KiB, with what was swapped out. */
    static OptionalLong of(long pid) {
        try {
            return parsed(Files.readString(Path.of("/proc", Long.toString(pid), "status")));
        } catch (IOException e) {
            return OptionalLong.empty();
        }
    }

    static OptionalLong parsed(String status) {
        Matcher lines = RESIDENT.matcher(status);
        OptionalLong sum = OptionalLong.empty();
        while (lines.find()) {
            sum = OptionalLong.of(sum.orElse(0) + Long.parseLong(lines.group(1)));
        }
        return sum;
    }
}
