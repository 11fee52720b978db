package dev.bascule.nativerunner.launch;

import dev.bascule.fallback.file.FolderTree;
import dev.bascule.fallback.process.LastLines;
import dev.bascule.fallback.process.ProcessEnd;
import dev.bascule.fallback.secret.ChildProcesses;
import dev.bascule.nativerunner.engine.Telemetry;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A child JVM, its folder and its last words. Thread-safe. */
final class ChildProcess {
    private static final Logger LOG = LoggerFactory.getLogger(ChildProcess.class);
    private static final Duration LAST_WORDS = Duration.ofSeconds(1);

    private final Process process;
    private final CompletableFuture<ProcessEnd> end;

    private ChildProcess(Process process, Path folder, LastLines lines, Thread reader, OptionalLong oomKills) {
        this.process = process;
        this.end = process.onExit().thenApply(ended -> {
            try {
                reader.join(LAST_WORDS.toMillis());
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            FolderTree.deleteQuietly(folder);
            return ProcessEnd.of(ended.exitValue(), lines.all(), OomKills.rose(oomKills, OomKills.read()));
        });
    }

    /** @throws IOException when the process cannot be started */
    static ChildProcess start(ChildCommand command, URI socket, String token) throws IOException {
        Path folder = Files.createTempDirectory("bascule-native-");
        try {
            ProcessBuilder builder = ChildProcesses.of(command.line(socket, folder))
                    .directory(folder.toFile())
                    .redirectErrorStream(true);
            builder.environment().put("CLASSPATH", command.classPath());
            builder.environment().putAll(command.launchSpec().environment());
            builder.environment().putAll(Telemetry.OFF);
            OptionalLong oomKills = OomKills.read();
            Process process = builder.start();
            LastLines lines = new LastLines(line -> LOG.debug("child {}: {}", process.pid(), line));
            Thread reader = new Thread(() -> lines.drain(process.getInputStream()), "bascule-child-" + process.pid());
            reader.setDaemon(true);
            reader.start();
            ChildProcess child = new ChildProcess(process, folder, lines, reader, oomKills);
            child.tell(token);
            return child;
        } catch (IOException e) {
            FolderTree.deleteQuietly(folder);
            throw e;
        }
    }

    private void tell(String token) {
        try {
            // Left open: its end tells the child that the parent is gone.
            OutputStream in = process.getOutputStream();
            in.write((token + "\n").getBytes(StandardCharsets.UTF_8));
            in.flush();
        } catch (IOException e) {
            LOG.debug("child {} did not take its token: {}", process.pid(), e.getMessage());
        }
    }

    long pid() {
        return process.pid();
    }

    /** Calls when the process has ended and its folder is gone. */
    void onEnd(Consumer<ProcessEnd> told) {
        end.thenAccept(told);
    }

    /** Waits until it has ended and nothing of it is left, or the time is up. */
    void awaitEnd(Duration limit) {
        try {
            end.get(limit.toMillis(), TimeUnit.MILLISECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (ExecutionException | TimeoutException e) {
            LOG.debug("child {} is not gone after {}", process.pid(), limit);
        }
    }

    /** Kills it and all that it started. */
    void kill() {
        List<ProcessHandle> started = process.descendants().toList();
        process.destroyForcibly();
        started.forEach(ProcessHandle::destroyForcibly);
    }
}
