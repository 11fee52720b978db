package dev.bascule.cli;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.secret.ChildProcesses;
import dev.bascule.fallback.testing.TestJvm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** A coordinator, workers and submitters as real processes of one machine, whose lock is their own. For one thread. */
final class PoolProcesses implements AutoCloseable {
    private static final Duration LONGEST = Duration.ofMinutes(10);
    private static final Pattern SENT = Pattern.compile("run (\\S+): \\d+ jobs? sent; see them with: ");

    private final Path folder;
    private final Map<String, Started> started = new LinkedHashMap<>();

    /** A process, and what it says. */
    record Started(Process process, Path out, Path err) {
        String said() {
            return read(err);
        }

        String printed() {
            return read(out);
        }

        private static String read(Path file) {
            try {
                return Files.readString(file);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        /** Its exit code. */
        int end() throws InterruptedException {
            assertThat(process.waitFor(LONGEST.toSeconds(), TimeUnit.SECONDS))
                    .as("it ends; it said: %s", said())
                    .isTrue();
            return process.exitValue();
        }

        /** Until it says so. */
        void says(String words) {
            await(words)
                    .atMost(LONGEST)
                    .pollInterval(Duration.ofMillis(20))
                    .until(() -> said().contains(words) || !process.isAlive());
            assertThat(said()).contains(words);
        }

        /** The run that it sent. */
        String run() {
            says(" sent; see them with: bascule queue ");
            Matcher sent = SENT.matcher(said());
            assertThat(sent.find()).isTrue();
            return sent.group(1);
        }
    }

    PoolProcesses(Path folder) {
        this.folder = folder;
    }

    /** Invites these workers; their tokens, and that of the submitter {@code me}, are in the folder {@code tokens}. */
    Started coordinator(String... workers) {
        return coordinatorAt("127.0.0.1", workers);
    }

    /** The same, listening there. */
    Started coordinatorAt(String host, String... workers) {
        Started coordinator = start(
                "coordinator",
                List.of(),
                Stream.of(
                                Stream.of("coordinator", "--host", host, "--port", "0"),
                                Stream.of("--tokens", "tokens", "--submitter", "me"),
                                Stream.of("--invite", String.join(",", workers)))
                        .flatMap(words -> words)
                        .toArray(String[]::new));
        coordinator.says("listening on port");
        return coordinator;
    }

    /** One that is invited. Returns before it has joined. */
    Started worker(String name, List<String> before, String browsers) {
        return start(name, before, "worker", "--join", "@tokens/" + name, "--browsers", browsers);
    }

    /** One that is invited, of whose machine it is known that native CPU works there. Returns before it has joined. */
    Started replicaWorker(String name) {
        return replicaWorker(name, List.of());
    }

    /** @param before what its command line begins with */
    Started replicaWorker(String name, List<String> before) {
        return start(name, before, ReplicaWorkerMain.class, "tokens/" + name, "worker-" + name);
    }

    /** In the background. */
    Started start(String name, List<String> before, String... words) {
        return start(name, before, Main.class, words);
    }

    private Started start(String name, List<String> before, Class<?> main, String... words) {
        List<String> line = new ArrayList<>(before);
        line.addAll(TestJvm.line(
                Stream.concat(Stream.of(main.getName()), Stream.of(words)).toArray(String[]::new)));
        Path out = folder.resolve(name + ".out");
        Path err = folder.resolve(name + ".err");
        ProcessBuilder builder = ChildProcesses.of(line)
                .directory(folder.toFile())
                .redirectOutput(out.toFile())
                .redirectError(err.toFile());
        builder.environment().put("BASCULE_LOCK_FOLDER", folder.resolve("lock").toString());
        try {
            Started process = new Started(builder.start(), out, err);
            Optional.ofNullable(started.put(name, process))
                    .ifPresent(earlier -> StartedProcesses.end(earlier.process()));
            return process;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** {@code queue} as a document, which its schema describes. */
    JsonNode queue(String... words) throws IOException, InterruptedException {
        Started queue = start(
                "queue",
                List.of(),
                Stream.concat(
                                Stream.of("queue"),
                                Stream.concat(Stream.of(words), Stream.of("--on", "@tokens/me", "--json")))
                        .toArray(String[]::new));
        assertThat(queue.end()).as(queue.said()).isZero();
        JsonNode document = Json.MAPPER.readTree(queue.printed());
        DocumentSchema.QUEUE.validate(document);
        return document;
    }

    /** One that was started. */
    Started named(String name) {
        return Optional.ofNullable(started.get(name)).orElseThrow();
    }

    /** Kills one and what it started, as {@code kill -9}. */
    void kill(String name) {
        StartedProcesses.end(named(name).process());
    }

    @Override
    public void close() {
        started.values().forEach(one -> StartedProcesses.end(one.process()));
    }
}
