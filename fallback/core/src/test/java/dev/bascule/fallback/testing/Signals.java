package dev.bascule.fallback.testing;

import static org.junit.jupiter.api.Assumptions.assumeFalse;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** What signals do to the processes that tests start. Stateless. */
public final class Signals {
    private static final Path STATUS = Path.of("/proc/self/status");
    private static final String IGNORED = "SigIgn:";
    private static final long INT_BIT = 1L << 1;

    private Signals() {}

    /**
     * Skips a test that sends this signal where this process was started with it ignored, as shells start background jobs: its
     * children inherit that, and a JVM leaves it so.
     *
     * @param name such as INT
     */
    public static void assumeHeard(String name) throws IOException {
        assumeFalse(
                name.equals("INT") && Files.isReadable(STATUS) && ignoresInterrupts(Files.readString(STATUS)),
                "SIGINT is ignored here, as in a shell's background job: run the tests in the foreground");
    }

    /** @param status as {@code /proc/PID/status} has it; the masks are hexadecimal, signal 1 is the lowest bit */
    static boolean ignoresInterrupts(String status) {
        return status.lines()
                .filter(line -> line.startsWith(IGNORED))
                .map(line -> line.substring(IGNORED.length()).strip())
                .anyMatch(mask -> (Long.parseUnsignedLong(mask, 16) & INT_BIT) != 0);
    }
}
