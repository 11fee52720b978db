package dev.bascule.workers;

import dev.bascule.fallback.secret.ChildProcesses;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** A process of a test's own. For one thread. */
final class TestProcess implements AutoCloseable {
    private final Process process;
    private final Path said;

    private TestProcess(Process process, Path said) {
        this.process = process;
        this.said = said;
    }

    static TestProcess start(Class<?> main, Path said, String... args) {
        List<String> command = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Xmx256m",
                "-cp",
                System.getProperty("java.class.path"),
                main.getName()));
        command.addAll(List.of(args));
        try {
            return new TestProcess(
                    ChildProcesses.of(command)
                            .redirectErrorStream(true)
                            .redirectOutput(ProcessBuilder.Redirect.appendTo(said.toFile()))
                            .start(),
                    said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static TestProcess worker(Path folder, String name, String address, String backend) {
        return start(
                WorkerMain.class,
                folder.resolve(name + ".log"),
                address,
                folder.resolve(name).toString(),
                backend);
    }

    /** With its keys in the folder, and the port that it had before. */
    static TestProcess coordinator(Path folder, int port, long lostAfterMillis, String... invited) {
        try {
            Files.deleteIfExists(folder.resolve("port"));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        List<String> args =
                new ArrayList<>(List.of(folder.toString(), String.valueOf(port), String.valueOf(lostAfterMillis)));
        args.addAll(List.of(invited));
        return start(CoordinatorMain.class, folder.resolve("coordinator.log"), args.toArray(String[]::new));
    }

    boolean isAlive() {
        return process.isAlive();
    }

    String said() {
        try {
            return Files.readString(said);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void signal(String name) throws IOException, InterruptedException {
        ChildProcesses.of("kill", "-" + name, String.valueOf(process.pid()))
                .start()
                .waitFor();
    }

    /** As {@code kill -9}. */
    void kill() throws InterruptedException {
        process.destroyForcibly();
        process.waitFor(1, TimeUnit.MINUTES);
    }

    @Override
    public void close() {
        process.destroyForcibly();
        try {
            process.waitFor(1, TimeUnit.MINUTES);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
