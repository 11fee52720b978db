package dev.bascule.benchmark.forecast;

import dev.bascule.fallback.secret.ChildProcesses;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.stream.Stream;

/**
 * Workers of the product as processes, each pinned to one processor, of which a control group grants it a share. Needs Linux, taskset and
 * a control group of processors in which groups can be made, which is mostly root's. For one thread.
 */
final class ConfinedWorkers implements AutoCloseable {
    private static final Path GROUPS = Path.of("/sys/fs/cgroup");
    private static final int PERIOD_MICROS = 100_000;
    private static final Duration JOINS_WITHIN = Duration.ofMinutes(3);
    private static final Duration ENDS_WITHIN = Duration.ofSeconds(20);

    private final List<Process> processes = new CopyOnWriteArrayList<>();
    private final List<Path> groups = new CopyOnWriteArrayList<>();
    /** Where this process is ended, they end with it. */
    private final Thread ending = new Thread(this::end);

    ConfinedWorkers() {
        Runtime.getRuntime().addShutdownHook(ending);
    }

    /**
     * How one is confined.
     *
     * @param share of the processor's time, above 0 and at most 1
     */
    record Confined(String name, int processor, double share) {}

    /** @throws IOException where no group can be made, saying what to do */
    void start(Confined worker, String address, Path folder) throws IOException {
        Path own = Files.createDirectories(folder.resolve(worker.name()).toAbsolutePath());
        Path token = Files.writeString(own.resolve("address"), address);
        Path group = group(worker);
        List<String> command = new ArrayList<>(List.of(
                "sh",
                "-c",
                "echo $$ > \"$0\" && exec \"$@\"",
                group.resolve("cgroup.procs").toString(),
                "taskset",
                "-c",
                String.valueOf(worker.processor())));
        command.addAll(Product.command(
                "worker",
                "--join",
                "@" + token,
                "--labels",
                worker.name(),
                "--browsers",
                "none",
                // A start that is cold now and then is no service time that one distribution tells.
                "--keep-runners",
                "1h"));
        ProcessBuilder builder = ChildProcesses.of(command)
                .directory(own.toFile())
                .redirectErrorStream(true)
                .redirectOutput(own.resolve("worker.log").toFile());
        // What is measured on this machine by others is not to wait for these, nor these for each other.
        builder.environment().put("BASCULE_LOCK_FOLDER", own.resolve("lock").toString());
        builder.environment().put("BASCULE_CACHE", own.resolve("cache").toString());
        processes.add(builder.start());
    }

    private Path group(Confined worker) throws IOException {
        boolean first = Files.isDirectory(GROUPS.resolve("cpu"));
        Path group = (first ? GROUPS.resolve("cpu") : GROUPS)
                .resolve("bascule-forecast-%s-%d"
                        .formatted(worker.name(), ProcessHandle.current().pid()));
        long quota = Math.round(worker.share() * PERIOD_MICROS);
        try {
            Files.createDirectory(group);
            groups.add(group);
            if (first) {
                Files.writeString(group.resolve("cpu.cfs_period_us"), String.valueOf(PERIOD_MICROS));
                Files.writeString(group.resolve("cpu.cfs_quota_us"), String.valueOf(quota));
            } else {
                Files.writeString(group.resolve("cpu.max"), quota + " " + PERIOD_MICROS);
            }
        } catch (IOException e) {
            throw new IOException(
                    "no control group with a share of a processor can be made at %s: be root on Linux, with the controller 'cpu'"
                            .formatted(group),
                    e);
        }
        return group;
    }

    /** @throws IOException where one has ended, or has not joined in time */
    void awaitJoined(BenchmarkPool pool) throws IOException, InterruptedException {
        long until = System.nanoTime() + JOINS_WITHIN.toNanos();
        while (pool.workersThere() < processes.size()) {
            if (System.nanoTime() > until || !processes.stream().allMatch(Process::isAlive)) {
                throw new IOException("a worker did not join: see worker.log in its folder");
            }
            Thread.sleep(200);
        }
    }

    @Override
    public void close() {
        end();
        Runtime.getRuntime().removeShutdownHook(ending);
    }

    private synchronized void end() {
        List<ProcessHandle> children =
                processes.stream().flatMap(Process::descendants).toList();
        processes.forEach(Process::destroy);
        try {
            for (Process process : processes) {
                if (!process.waitFor(ENDS_WITHIN.toSeconds(), TimeUnit.SECONDS)) {
                    process.destroyForcibly().waitFor();
                }
            }
        } catch (InterruptedException e) {
            processes.forEach(Process::destroyForcibly);
            Thread.currentThread().interrupt();
        }
        children.forEach(ProcessHandle::destroyForcibly);
        groups.forEach(ConfinedWorkers::remove);
        groups.clear();
        processes.clear();
    }

    /** The kernel takes a moment until a group is empty. */
    private static void remove(Path group) {
        for (int i = 0; i < 50; i++) {
            try {
                Files.deleteIfExists(group);
                return;
            } catch (IOException busy) {
                try {
                    Thread.sleep(100);
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                    return;
                }
            }
        }
        System.err.println("left behind: " + group);
    }

    /** The product's command lines in processes of their own. */
    static final class Product {
        private Product() {}

        static List<String> command(String... arguments) {
            return Stream.concat(
                            Stream.of(
                                    Path.of(System.getProperty("java.home"), "bin", "java")
                                            .toString(),
                                    "-XX:TieredStopAtLevel=1",
                                    "-XX:+UseSerialGC",
                                    "-cp",
                                    System.getProperty("java.class.path"),
                                    "dev.bascule.cli.Main"),
                            Stream.of(arguments))
                    .toList();
        }

        /** What it printed goes to the file; its exit code. */
        static int run(Path out, String... arguments) throws IOException, InterruptedException {
            return ChildProcesses.of(command(arguments))
                    .redirectOutput(out.toFile())
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start()
                    .waitFor();
        }
    }
}
