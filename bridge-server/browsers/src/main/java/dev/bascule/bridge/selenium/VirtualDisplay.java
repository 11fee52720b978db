package dev.bascule.bridge.selenium;

import dev.bascule.bridge.process.ProcessTree;
import dev.bascule.fallback.secret.ChildProcesses;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/**
 * An X server without a screen, for a browser that has no headless mode.
 *
 * @param process the server
 * @param name what a program calls it, such as {@code :99}
 */
record VirtualDisplay(ProcessHandle process, String name) {
    private static final String PROGRAM = "Xvfb";

    /** Whether there is a display already that a program would use. */
    static boolean isThere(Map<String, String> environment) {
        return isSet(environment, "DISPLAY") || isSet(environment, "WAYLAND_DISPLAY");
    }

    private static boolean isSet(Map<String, String> environment, String name) {
        return !environment.getOrDefault(name, "").isBlank();
    }

    /** The X server's program on PATH. */
    static Optional<Path> program(Map<String, String> environment) {
        return Programs.onPath(PROGRAM, environment);
    }

    /**
     * Starts one on a display that is free.
     *
     * @param folder in its command line, so that the server is found and killed should this JVM be killed
     */
    static VirtualDisplay start(Path program, Path folder, Duration limit) throws IOException, TimeoutException {
        // It looks for a free display by itself, and tells it when it takes clients.
        Process process = ChildProcesses.of(
                        Programs.linked(program, folder).toString(),
                        "-displayfd",
                        "1",
                        "-screen",
                        "0",
                        "1280x1024x24",
                        "-nolisten",
                        "tcp")
                .redirectInput(ProcessBuilder.Redirect.from(Programs.nothing()))
                .redirectError(folder.resolve("xvfb.log").toFile())
                .start();
        CompletableFuture<String> told = CompletableFuture.supplyAsync(() -> firstLine(process));
        try {
            String number = told.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (!number.matches("\\d+")) {
                process.destroyForcibly();
                throw new IOException("Xvfb ended at once: " + Files.readString(folder.resolve("xvfb.log")));
            }
            return new VirtualDisplay(process.toHandle(), ":" + number);
        } catch (TimeoutException e) {
            process.destroyForcibly();
            throw e;
        } catch (ExecutionException e) {
            process.destroyForcibly();
            throw new IOException(e);
        } catch (InterruptedException e) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
            throw new IOException("interrupted", e);
        }
    }

    private static String firstLine(Process process) {
        try {
            BufferedReader reader = process.inputReader();
            String line = reader.readLine();
            return line == null ? "" : line.strip();
        } catch (IOException e) {
            return "";
        }
    }

    void kill() {
        process.destroyForcibly();
    }

    /** Waits until it has ended; tells whether it did in time. */
    boolean awaitEnd(Duration limit) {
        return new ProcessTree(process, name).awaitEnd(limit);
    }
}
