package dev.bascule.reports.history;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.testing.TestJvm;
import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipFile;
import org.duckdb.DuckDBConnection;

/**
 * Starts processes that work on a history and may be killed at any time.
 *
 * @param folder theirs, for what they leave
 * @param classPath theirs
 */
record HistoryProcesses(Path folder, String classPath) {
    private static final int APPENDS = Integer.getInteger("bascule.test.appends", 8);

    /** In seconds, then it is killed: who waits for what it says reads the end, for a pipe's reader hears no interrupt. */
    private static final long LIMIT = 300 + 5L * APPENDS;

    static HistoryProcesses in(Path folder) throws IOException, URISyntaxException {
        return new HistoryProcesses(folder, withUnpackedDatabase(folder));
    }

    /**
     * The class path with the database's library lying beside its classes: from its jar each process would unpack 60 MB, and
     * leave them there when it is killed.
     */
    private static String withUnpackedDatabase(Path folder) throws IOException, URISyntaxException {
        Path jar = Path.of(DuckDBConnection.class
                .getProtectionDomain()
                .getCodeSource()
                .getLocation()
                .toURI());
        Path unpacked = folder.resolve("duckdb");
        Path own = unpacked.resolve(System.mapLibraryName("duckdb_java"));
        try (ZipFile zip = new ZipFile(jar.toFile())) {
            for (ZipEntry entry : Collections.list(zip.entries())) {
                boolean library = entry.getName().startsWith("libduckdb_java");
                boolean wanted = !library || entry.getName().equals("libduckdb_java.so_" + system());
                if (!entry.isDirectory() && wanted) {
                    Path to = library ? own : unpacked.resolve(entry.getName());
                    Files.createDirectories(to.getParent());
                    try (InputStream from = zip.getInputStream(entry)) {
                        Files.copy(from, to);
                    }
                }
            }
        }
        assertThat(own).as("the database's library for %s", system()).exists();
        return Stream.concat(
                        Stream.of(unpacked.toString()),
                        Arrays.stream(System.getProperty("java.class.path").split(File.pathSeparator, -1))
                                .filter(entry -> !entry.equals(jar.toString())))
                .collect(Collectors.joining(File.pathSeparator));
    }

    /** This system, as the database's jar names it. */
    private static String system() {
        String name = System.getProperty("os.name").toLowerCase(Locale.ROOT);
        if (name.startsWith("mac")) {
            return "osx_universal";
        }
        String arch = System.getProperty("os.arch").equals("aarch64") ? "arm64" : System.getProperty("os.arch");
        return (name.startsWith("windows") ? "windows_" : "linux_") + arch;
    }

    /** A process that waits for a line before it does anything, so that it can be started in advance. */
    Child start(Class<?> main, Object... arguments) throws IOException {
        List<String> command = Stream.of(
                        TestJvm.line(
                                "-Djava.library.path=" + folder.resolve("duckdb"),
                                "-Djava.io.tmpdir=" + folder,
                                "-Dbascule.test.appends=" + APPENDS,
                                "-cp",
                                classPath,
                                main.getName())
                                .stream(),
                        Arrays.stream(arguments).map(Object::toString))
                .flatMap(words -> words)
                .toList();
        Process process = new ProcessBuilder(command)
                .redirectError(ProcessBuilder.Redirect.appendTo(
                        folder.resolve("children.log").toFile()))
                .start();
        ProcessHandle child = process.toHandle();
        CompletableFuture.delayedExecutor(LIMIT, TimeUnit.SECONDS).execute(child::destroyForcibly);
        return new Child(
                process, new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)));
    }

    /** A process of its own, and what it says. */
    record Child(Process process, BufferedReader says) implements AutoCloseable {

        void tell(String line) throws IOException {
            try (var to = process.getOutputStream()) {
                to.write((line + "\n").getBytes(StandardCharsets.UTF_8));
            }
        }

        void kill() {
            // Not by the process itself, which would close what it said before as well.
            process.toHandle().destroyForcibly();
        }

        void waitForEnd() throws InterruptedException {
            if (!process.waitFor(60, TimeUnit.SECONDS)) {
                throw new IllegalStateException("process " + process.pid() + " does not end");
            }
        }

        /** When this returns it writes nothing more into a folder that is about to be deleted. */
        @Override
        public void close() {
            kill();
            boolean interrupted = Thread.interrupted();
            try {
                waitForEnd();
            } catch (InterruptedException e) {
                interrupted = true;
            }
            if (interrupted) {
                Thread.currentThread().interrupt();
            }
        }
    }

    /** What the one who started this process said: waited for with the database's library loaded. */
    static String told() throws IOException {
        DatabaseInMemory.handle().close();
        return new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8)).readLine();
    }
}
