package dev.bascule.bridge.discovery;

import dev.bascule.fallback.secret.ChildProcesses;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Runs a short command and gives what it printed, on both streams. */
@FunctionalInterface
interface CommandRunner {

    /** Nothing when it cannot be started or has not ended in time. */
    Optional<String> run(List<String> command, Optional<Path> libraryPath);

    /** A reader waits as long as a process prints: a pool's thread would be missing where others wait for it. */
    private static void onItsOwn(Runnable reading) {
        Thread reader = new Thread(reading, "reads a command");
        reader.setDaemon(true);
        reader.start();
    }

    /** Real processes, each killed after a limit. */
    static CommandRunner ofThisMachine(Duration limit) {
        return (command, libraryPath) -> {
            ProcessBuilder builder = ChildProcesses.of(command).redirectErrorStream(true);
            libraryPath.ifPresent(path -> builder.environment().put("LD_LIBRARY_PATH", path.toString()));
            try {
                Process process = builder.start();
                process.getOutputStream().close();
                CompletableFuture<byte[]> output = CompletableFuture.supplyAsync(
                        () -> {
                            try {
                                return process.getInputStream().readAllBytes();
                            } catch (IOException e) {
                                return new byte[0];
                            }
                        },
                        CommandRunner::onItsOwn);
                try {
                    byte[] printed = output.get(limit.toMillis(), TimeUnit.MILLISECONDS);
                    return Optional.of(new String(printed, StandardCharsets.UTF_8));
                } catch (ExecutionException | TimeoutException e) {
                    return Optional.empty();
                } finally {
                    process.descendants().forEach(ProcessHandle::destroyForcibly);
                    process.destroyForcibly();
                }
            } catch (IOException e) {
                return Optional.empty();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return Optional.empty();
            }
        };
    }
}
