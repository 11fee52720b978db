package dev.bascule.nativerunner.devices;

import dev.bascule.fallback.secret.ChildProcesses;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/** This machine. Stateless and thread-safe. */
public final class LocalSystem implements SystemView {
    /** A tool whose driver hangs must not take the doctor with it. */
    private static final Duration TOOL_LIMIT = Duration.ofSeconds(10);

    private static final int LONGEST = 4 << 20;

    private final Duration toolLimit;

    public LocalSystem() {
        this(TOOL_LIMIT);
    }

    /** @param toolLimit how long a tool may take, and again what it printed to come through */
    LocalSystem(Duration toolLimit) {
        this.toolLimit = toolLimit;
    }

    @Override
    public String os() {
        return System.getProperty("os.name", "");
    }

    @Override
    public String arch() {
        return System.getProperty("os.arch", "");
    }

    @Override
    public SystemAnswer read(String path) {
        try (InputStream in = Files.newInputStream(Path.of(path))) {
            return new SystemAnswer.Text(new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8));
        } catch (NoSuchFileException e) {
            return new SystemAnswer.Nothing("there is no " + path);
        } catch (IOException | InvalidPathException | SecurityException e) {
            return new SystemAnswer.Nothing(path + " cannot be read: " + e);
        }
    }

    @Override
    public List<String> list(String folder) {
        try (Stream<Path> inside = Files.list(Path.of(folder))) {
            return inside.map(path -> path.getFileName().toString()).sorted().toList();
        } catch (IOException | UncheckedIOException | InvalidPathException | SecurityException e) {
            return List.of();
        }
    }

    @Override
    public Optional<String> link(String path) {
        try {
            return Optional.ofNullable(Files.readSymbolicLink(Path.of(path)).getFileName())
                    .map(Path::toString);
        } catch (IOException | UnsupportedOperationException | InvalidPathException | SecurityException e) {
            return Optional.empty();
        }
    }

    @Override
    public boolean exists(String path) {
        return Files.exists(Path.of(path));
    }

    @Override
    public boolean mayOpen(String path) {
        return Files.isReadable(Path.of(path)) && Files.isWritable(Path.of(path));
    }

    @Override
    public Optional<String> environment(String name) {
        return Optional.ofNullable(System.getenv(name));
    }

    @Override
    public SystemAnswer run(String... command) {
        ProcessBuilder builder = ChildProcesses.of(command).redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().put("LC_ALL", "C");
        Process process;
        try {
            process = builder.start();
        } catch (IOException e) {
            return new SystemAnswer.Nothing(command[0] + " is not on the path");
        }
        try {
            process.getOutputStream().close();
            CompletableFuture<String> output =
                    CompletableFuture.supplyAsync(() -> textOf(process), LocalSystem::onItsOwn);
            if (!process.waitFor(toolLimit.toMillis(), TimeUnit.MILLISECONDS)) {
                return new SystemAnswer.Nothing(command[0] + " did not answer within " + toolLimit.toSeconds() + " s");
            }
            String text = output.get(toolLimit.toMillis(), TimeUnit.MILLISECONDS);
            return process.exitValue() == 0
                    ? new SystemAnswer.Text(text)
                    : new SystemAnswer.Nothing(
                            "%s ended with code %d%s".formatted(command[0], process.exitValue(), firstLine(text)));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return new SystemAnswer.Nothing(command[0] + " was interrupted");
        } catch (IOException | ExecutionException | java.util.concurrent.TimeoutException e) {
            return new SystemAnswer.Nothing(command[0] + " could not be read: " + e);
        } finally {
            process.descendants().forEach(ProcessHandle::destroyForcibly);
            process.destroyForcibly();
        }
    }

    /** The survey itself may run on the common pool, which would then want for the thread that reads. */
    private static void onItsOwn(Runnable reading) {
        Thread reader = new Thread(reading, "reads a tool");
        reader.setDaemon(true);
        reader.start();
    }

    private static String textOf(Process process) {
        try (InputStream in = process.getInputStream()) {
            return new String(in.readNBytes(LONGEST), StandardCharsets.UTF_8);
        } catch (IOException e) {
            return "";
        }
    }

    /** What a tool says on its standard output when it fails; nvidia-smi does. */
    private static String firstLine(String text) {
        return text.lines()
                .map(String::strip)
                .filter(line -> !line.isEmpty())
                .findFirst()
                .map(": "::concat)
                .orElse("");
    }
}
