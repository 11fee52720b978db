package dev.bascule.nativerunner.job;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Engine;
import dev.bascule.fallback.driver.BackendDriver;
import dev.bascule.fallback.driver.Detection;
import dev.bascule.fallback.driver.DriverSession;
import dev.bascule.fallback.driver.OpenRequest;
import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.ValueRequest;
import dev.bascule.fallback.driver.ValueSession;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.CaseReply;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.json.Json;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.fallback.runner.Artifacts;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.nativerunner.serve.ServedBackend;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A job of many cases over an engine that breaks at a word: the model's bytes are what it is to do. */
class PackJobTest {
    private static final String PROFILE = """
            [{"cat":"Node","name":"add_kernel_time","args":{"op_name":"Add","provider":"CUDAExecutionProvider","node_index":"0"}}]
            """;

    @TempDir
    Path folder;

    private final List<Packet> sent = new ArrayList<>();
    private final List<String> begun = new ArrayList<>();
    private Optional<PackJob> job = Optional.empty();
    private int caseMs = 60_000;

    @Test
    void whatever_a_case_throws_is_that_cases_failure() {
        Message.Result end = run("cpu", 1, "ok", "out of memory", "stack overflow", "refuse", "throw", "ok");
        assertThat(end.status()).isEqualTo("ok");
        assertThat(end.facts().orElseThrow().get("engines").asInt()).isEqualTo(1);
        assertThat(replies()).extracting(CaseReply::index).containsExactly(0, 1, 2, 3, 4, 5);
        assertThat(replies())
                .extracting(reply -> name(reply))
                .containsExactly(
                        "ok", "OutOfMemoryError", "StackOverflowError", "NoKernel", "IllegalStateException", "ok");
    }

    @Test
    void cases_run_in_the_order_asked_for_one_at_a_time_however_many_may_work() {
        String[] words = IntStream.range(0, 50).mapToObj(i -> "ok " + i).toArray(String[]::new);
        Message.Result end = run("cpu", 3, words);
        assertThat(end.facts().orElseThrow().get("engines").asInt()).isEqualTo(1);
        assertThat(begun).containsExactly(words);
        assertThat(replies())
                .extracting(CaseReply::index)
                .containsExactlyElementsOf(IntStream.range(0, 50).boxed().toList());
    }

    @Test
    void a_cancelled_pack_ends_between_cases() {
        Message.Result end = run("cpu", 1, "ok", "cancel", "ok");
        assertThat(end.status()).isEqualTo("cancelled");
        assertThat(replies()).extracting(CaseReply::index).containsExactly(0, 1);
    }

    @Test
    void a_case_that_outstays_its_limit_is_stopped_and_the_next_one_runs() {
        caseMs = 1000;
        assertThat(run("cpu", 1, "loop", "ok").status()).isEqualTo("ok");
        assertThat(replies().get(0).fault()).contains(new Fault.TimedOut("first", Duration.ofSeconds(1)));
        assertThat(replies().get(1).fault()).isEmpty();
    }

    @Test
    void on_the_cpu_the_one_provider_is_named_and_no_profile_is_asked_for() {
        run("cpu", 1, "ok");
        RawEvidence evidence = replies().get(0).evidence().orElseThrow();
        assertThat(evidence.granted()).contains("cpu");
        assertThat(evidence.environment())
                .containsEntry("executionProviders", "CPUExecutionProvider")
                .containsEntry("threads", "1")
                .containsEntry("graphOptimization", "all");
        assertThat(evidence.placements()).isEmpty();
    }

    @Test
    void on_another_backend_the_same_sessions_profile_shows_where_nodes_ran_and_is_deleted() throws Exception {
        run("cuda", 1, "ok", "refuse");
        assertThat(replies().get(0).evidence().orElseThrow().placements())
                .containsExactly(new RawEvidence.NodePlacement("add", "Add", "CUDAExecutionProvider"));
        assertThat(replies().get(0).evidence().orElseThrow().environment()).doesNotContainKey("executionProviders");
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.map(file -> file.getFileName().toString())).noneMatch(name -> name.startsWith("pack-"));
        }
    }

    @Test
    void a_graph_for_webnn_is_refused() throws Exception {
        PackedCase graph =
                new PackedCase("graph", new Program.Graph(Json.MAPPER.createObjectNode(), Map.of()), List.of(Map.of()));
        execute("cpu", 1, List.of(graph));
        assertThat(name(replies().get(0))).isEqualTo("UnsupportedError");
    }

    private Message.Result run(String backend, int workers, String... words) {
        return execute(
                backend,
                workers,
                Stream.of(words)
                        .map(word -> new PackedCase(
                                word,
                                new Program.Model(ByteBuffer.wrap(word.getBytes(StandardCharsets.UTF_8))),
                                List.of(Map.of())))
                        .toList());
    }

    private Message.Result execute(String backend, int workers, List<PackedCase> cases) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try {
            Pack.write(cases, bytes);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        ModelArtifact pack = Artifacts.write(folder, bytes.toByteArray(), "cases");
        Message.Pack request = new Message.Pack(
                "job",
                backend,
                new Message.Asset(pack.sha256(), pack.file().toUri().toString()),
                IntStream.range(0, cases.size()).boxed().toList(),
                false,
                workers,
                caseMs,
                SessionSettings.defaults());
        PackJob fresh = new PackJob(
                request,
                new ServedBackend(new WordEngine(backend), new Detection(List.of(), Map.of(), Optional.empty())),
                folder,
                sent::add,
                System::nanoTime);
        job = Optional.of(fresh);
        fresh.run();
        return sent.stream()
                .filter(Message.Result.class::isInstance)
                .map(Message.Result.class::cast)
                .reduce((first, last) -> last)
                .orElseThrow();
    }

    private List<CaseReply> replies() {
        return sent.stream()
                .filter(Packet.CasePacket.class::isInstance)
                .map(packet -> ((Packet.CasePacket) packet).reply())
                .toList();
    }

    private static String name(CaseReply reply) {
        return reply.fault().map(fault -> ((Fault.Refused) fault).name()).orElse("ok");
    }

    private final class WordEngine implements BackendDriver {
        private final String backend;

        WordEngine(String backend) {
            this.backend = backend;
        }

        @Override
        public Backend backend() {
            return Backends.installed().require(backend);
        }

        @Override
        public Detection probe() {
            throw new UnsupportedOperationException();
        }

        @Override
        public void close() {}

        @Override
        public Optional<Engine> engine() {
            return Optional.of(new Engine("words", "1", Optional.empty()));
        }

        @Override
        public DriverSession open(OpenRequest request) {
            throw new UnsupportedOperationException();
        }

        @Override
        public ValueSession openValues(ValueRequest request) {
            String word = StandardCharsets.UTF_8.decode(request.onnx()).toString();
            begun.add(word);
            return new WordSession(word, request);
        }
    }

    private final class WordSession implements ValueSession {
        private final String word;
        private final ValueRequest request;
        private final CountDownLatch stopped = new CountDownLatch(1);

        WordSession(String word, ValueRequest request) {
            this.word = word;
            this.request = request;
        }

        @Override
        public String binding() {
            return "words";
        }

        @Override
        public Outcome run(Map<String, Value> inputs) throws RefusedException {
            switch (word) {
                case "out of memory" -> throw new OutOfMemoryError("Java heap space");
                case "stack overflow" -> throw new StackOverflowError();
                case "refuse" -> throw new RefusedException("NoKernel", "no kernel");
                case "throw" -> throw new IllegalStateException("a bug");
                case "loop" -> {
                    awaitStop();
                    throw new RefusedException("OrtException", "terminated");
                }
                case "cancel" -> job.orElseThrow().cancel();
                default -> {}
            }
            return new Outcome(Map.of("y", Value.of(Tensor.floats(Shape.of(1), 1))), Duration.ofMillis(1), Map.of());
        }

        private void awaitStop() {
            try {
                stopped.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }

        @Override
        public void stop() {
            stopped.countDown();
        }

        @Override
        public Optional<String> soleProvider() {
            return request.backend().equals("cpu") ? Optional.of("CPUExecutionProvider") : Optional.empty();
        }

        @Override
        public Optional<Path> endProfiling() {
            return request.profile().map(prefix -> {
                try {
                    return Files.writeString(Path.of(prefix + "_now.json"), PROFILE);
                } catch (IOException e) {
                    throw new UncheckedIOException(e);
                }
            });
        }

        @Override
        public void close() {}
    }
}
