package dev.bascule.bridge.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** What the JDK does not tell of processes, read from {@code /proc} where there is one. Stateless. */
public final class Processes {

    private Processes() {}

    /**
     * The command line, arguments parted by blanks; empty where the system does not tell. The JDK reads only the first
     * 4096 bytes, and browsers have longer ones.
     */
    public static String commandLine(ProcessHandle process) {
        return read(process, "cmdline")
                .map(line -> line.replace('\0', ' '))
                .orElseGet(() -> process.info().commandLine().orElse(""));
    }

    /**
     * Whether it still runs. The JDK takes for alive what has ended and only waits for its parent to notice; the first
     * process of a container may take seconds to.
     */
    public static boolean runs(ProcessHandle process) {
        return process.isAlive()
                && !read(process, "stat").map(Processes::isZombie).orElse(false);
    }

    /** The state stands behind the name, which is in parentheses and may hold any character. */
    static boolean isZombie(String stat) {
        int name = stat.lastIndexOf(") ");
        return name >= 0 && (stat.startsWith("Z", name + 2) || stat.startsWith("X", name + 2));
    }

    private static Optional<String> read(ProcessHandle process, String file) {
        Path path = Path.of("/proc", Long.toString(process.pid()), file);
        try {
            return Files.isReadable(path)
                    ? Optional.of(new String(Files.readAllBytes(path), StandardCharsets.UTF_8))
                    : Optional.empty();
        } catch (IOException e) {
            // It ended between the two looks.
            return Optional.empty();
        }
    }
}
