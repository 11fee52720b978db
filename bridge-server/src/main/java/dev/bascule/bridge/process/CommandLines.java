package dev.bascule.bridge.process;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;

/** The command lines of processes. Stateless. */
public final class CommandLines {

    private CommandLines() {}

    /**
     * The command line, arguments parted by blanks; empty where the system does not tell. Read from {@code /proc} where
     * there is one, for the JDK reads only the first 4096 bytes there and browsers have longer ones.
     */
    public static String of(ProcessHandle process) {
        Path file = Path.of("/proc", Long.toString(process.pid()), "cmdline");
        if (Files.isReadable(file)) {
            try {
                return new String(Files.readAllBytes(file), StandardCharsets.UTF_8).replace('\0', ' ');
            } catch (IOException e) {
                // It ended between the two looks.
                return "";
            }
        }
        return process.info().commandLine().orElse("");
    }
}
