package dev.bascule.nativerunner.child;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.driver.Tier;
import dev.bascule.fallback.driver.TierCheck;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.pack.Pack;
import dev.bascule.fallback.pack.PackedCase;
import dev.bascule.fallback.pack.Program;
import dev.bascule.fallback.protocol.Message;
import dev.bascule.fallback.protocol.Packet;
import dev.bascule.fallback.runner.BackendStatus;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.fallback.work.Kernel;
import dev.bascule.fallback.work.KernelTensor;
import dev.bascule.nativerunner.engine.TestModels;
import dev.bascule.nativerunner.pipeline.TestSounds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.time.Duration;
import java.util.Collections;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

@Tag("native")
class NativeRunnerTest {
    private static final Duration LIMIT = Duration.ofMinutes(1);
    private static final Shape FOUR = Shape.of(4);
    private static final Map<String, Tensor> ADD_INPUTS =
            Map.of("x", Tensor.floats(FOUR, 1, 2, 3, 4), "state", Tensor.floats(FOUR, 10, 20, 30, 40));

    @TempDir
    Path folder;

    private InMemoryRunner inMemory;

    @BeforeEach
    void join() throws Exception {
        inMemory = new InMemoryRunner(folder);
    }

    @AfterEach
    void leave() {
        inMemory.close();
    }

    @Test
    void it_reports_the_backend_that_it_serves_with_the_tiers_that_it_reached() {
        assertThat(inMemory.runner().probe().backends()).singleElement().satisfies(report -> {
            assertThat(report.backend()).isEqualTo("cpu");
            assertThat(report.status()).isEqualTo(BackendStatus.OK);
            assertThat(report.engine())
                    .hasValueSatisfying(engine -> assertThat(engine.version()).isEqualTo("1.29.0"));
            assertThat(report.tiers())
                    .extracting(TierCheck::tier)
                    .containsExactly(Tier.COMPILED, Tier.LIBRARY, Tier.DEVICE);
            assertThat(report.stop()).isEmpty();
        });
    }

    @Test
    void a_job_on_a_backend_that_it_does_not_serve_fails_with_the_reason_and_the_runner_lives_on() throws Exception {
        Reply<RunnerSession> reply = inMemory.runner().open(job(TinyOnnx.add(), ADD_INPUTS, Backends.ROCM), LIMIT);
        assertThat(refused(reply).message()).contains("not available", "serves cpu", "'rocm'");
        assertThat(refused(reply).phase()).isEqualTo("create");
        ok(inMemory.runner().open(job(TinyOnnx.add(), ADD_INPUTS, Backends.NATIVE_CPU), LIMIT));
    }

    @Test
    void an_input_that_the_model_does_not_have_is_refused_in_the_engines_words() throws Exception {
        Map<String, Tensor> wrong =
                Map.of("x", Tensor.floats(FOUR, 1, 2, 3, 4), "other", Tensor.floats(FOUR, 1, 2, 3, 4));
        Fault.Refused refused = refused(inMemory.runner().open(job(TinyOnnx.add(), wrong, Backends.NATIVE_CPU), LIMIT));
        assertThat(refused.phase()).isEqualTo("first");
        assertThat(refused.message()).contains("other");
    }

    @Test
    void an_input_of_another_shape_is_refused_in_the_engines_words() throws Exception {
        Map<String, Tensor> wrong =
                Map.of("x", Tensor.floats(Shape.of(3), 1, 2, 3), "state", Tensor.floats(FOUR, 1, 2, 3, 4));
        Fault.Refused refused = refused(inMemory.runner().open(job(TinyOnnx.add(), wrong, Backends.NATIVE_CPU), LIMIT));
        assertThat(refused.message()).contains("invalid dimensions");
        assertThat(refused.name()).isEqualTo("OrtException");
    }

    @Test
    void a_model_that_answers_differently_every_time_has_every_answer_shipped() throws Exception {
        RunnerSession session =
                ok(inMemory.runner().open(job(TestModels.random(FOUR), Map.of(), Backends.NATIVE_CPU), LIMIT));
        Block block = ok(session.measure(BlockRequest.ofIterations(12, LIMIT), LIMIT));
        assertThat(block.samples().size()).isEqualTo(12);
        assertThat(block.newOutputs().all()).hasSize(12);
        assertThat(block.newOutputs().all().get(11).iteration()).isEqualTo(12);
    }

    @Test
    void the_evidence_names_each_node_and_leaves_no_file_behind() throws Exception {
        RunnerSession session =
                ok(inMemory.runner().open(job(TestModels.sumAndDifference(FOUR), two(), Backends.NATIVE_CPU), LIMIT));
        SessionEnd closing = ok(session.finish(LIMIT));
        assertThat(closing.evidence()).hasValueSatisfying(evidence -> {
            assertThat(evidence.granted()).contains("cpu");
            assertThat(evidence.placements())
                    .extracting(node -> node.operator() + " on " + node.provider())
                    .containsExactlyInAnyOrder("Add on CPUExecutionProvider", "Sub on CPUExecutionProvider");
            assertThat(evidence.environment()).containsEntry("binding", "djl").containsEntry("threads", "1");
        });
        assertThat(closing.memory())
                .hasValueSatisfying(memory -> assertThat(memory.peakBytes()).isGreaterThan(1 << 20));
        try (Stream<Path> files = Files.list(folder)) {
            assertThat(files.filter(file -> file.getFileName().toString().startsWith("profile")))
                    .isEmpty();
        }
    }

    @Test
    void kernels_are_told_where_they_were_asked_for_and_those_of_a_loop_for_each_turn() throws Exception {
        Map<String, Tensor> threeTurns = Map.of(
                "turns", Tensor.longs(Shape.of(), 3),
                "go", Tensor.of(DType.BOOL, Shape.of(), new byte[] {1}),
                "x", Tensor.floats(FOUR, 1, 2, 3, 4));
        Job plain = job(TestModels.endless(FOUR), threeTurns, Backends.NATIVE_CPU);
        Job asked = new Job(
                plain.id(),
                plain.backend(),
                plain.model(),
                plain.feeds(),
                plain.outputs(),
                plain.settings().withKernelRuns(3));
        KernelTensor four = new KernelTensor("float", List.of(4L));
        assertThat(kernels(plain)).isEmpty();
        assertThat(kernels(asked)).hasSize(3).allSatisfy(kernel -> {
            assertThat(kernel.provider()).isEqualTo("CPUExecutionProvider");
            if (kernel.operator().equals("Identity")) {
                assertThat(kernel.count()).isEqualTo(3);
                assertThat(kernel.inputs()).isEqualTo(kernel.outputs());
            } else {
                assertThat(kernel.operator()).isEqualTo("Loop");
                assertThat(kernel.count()).isEqualTo(1);
                assertThat(kernel.outputs()).containsExactly(four);
            }
        });
    }

    private List<Kernel> kernels(Job job) {
        RunnerSession session = ok(inMemory.runner().open(job, LIMIT));
        return ok(session.finish(LIMIT)).evidence().orElseThrow().kernels();
    }

    @Test
    void a_session_goes_on_over_a_new_connection_when_the_old_one_is_cut() throws Exception {
        RunnerSession session = ok(inMemory.runner().open(job(TinyOnnx.add(), ADD_INPUTS, Backends.NATIVE_CPU), LIMIT));
        inMemory.reconnect();
        assertThat(ok(session.measure(BlockRequest.ofIterations(5, LIMIT), LIMIT))
                        .samples()
                        .size())
                .isEqualTo(5);
        inMemory.reconnect();
        ok(session.finish(LIMIT));
    }

    @Test
    void a_pipeline_answers_with_its_tensors() throws Exception {
        byte[] wav = TestSounds.wav16(16000, 1, TestSounds.sine(16000, 440, 0.5, 16000));
        PipelineRequest request = new PipelineRequest(
                "prepare-1",
                new PipelineSpec.Audio("logmel", 16000, 100, 80),
                Map.of("audio", artifact(wav)),
                Optional.empty());
        assertThat(ok(inMemory.runner().prepare(request, LIMIT)).tensors())
                .hasEntrySatisfying(
                        "input_features", tensor -> assertThat(tensor.shape()).isEqualTo(Shape.of(1, 80, 100)));
    }

    @Test
    void a_pipeline_without_its_asset_is_refused() throws Exception {
        PipelineRequest request = new PipelineRequest(
                "prepare-2",
                new PipelineSpec.Vision(2, 2, List.of(0.0, 0.0, 0.0), List.of(1.0, 1.0, 1.0)),
                Map.of(),
                Optional.empty());
        assertThat(refused(inMemory.runner().prepare(request, LIMIT)).message()).contains("'image'");
    }

    @Test
    void a_running_block_ends_when_the_host_cancels_the_job() throws Exception {
        List<Packet> sent = new CopyOnWriteArrayList<>();
        try (NativeRunner runner = new NativeRunner(InMemoryRunner.served(), sent::add, System::nanoTime, folder)) {
            ModelArtifact model = artifact(TinyOnnx.add());
            ADD_INPUTS.forEach(
                    (name, tensor) -> runner.accept(new Packet.TensorPacket("long", "input", name, 0, 0, tensor)));
            runner.accept(new Message.Execute(
                    "long",
                    "cpu",
                    new Message.ModelLocation(
                            model.sha256(), model.bytes(), model.file().toUri().toString()),
                    List.of("sum"),
                    Map.of(),
                    1,
                    SessionSettings.defaults()));
            runner.accept(new Message.Measure("long", 0, Integer.MAX_VALUE, 0, 600_000));
            await().atMost(LIMIT).until(() -> sent.contains(new Message.Progress("long", "measure")));
            runner.accept(new Message.Cancel("long"));
            await().atMost(LIMIT)
                    .until(() -> sent.stream()
                            .anyMatch(packet -> packet instanceof Message.Result result
                                    && result.status().equals("cancelled")));
        }
    }

    @Test
    void a_pack_ends_between_two_cases_when_the_host_cancels_it() throws Exception {
        List<Packet> sent = new CopyOnWriteArrayList<>();
        Map<String, Value> inputs = new LinkedHashMap<>();
        ADD_INPUTS.forEach((name, tensor) -> inputs.put(name, Value.of(tensor)));
        ByteArrayOutputStream pack = new ByteArrayOutputStream();
        Pack.write(
                List.of(new PackedCase("add", new Program.Model(ByteBuffer.wrap(TinyOnnx.add())), List.of(inputs))),
                pack);
        ModelArtifact artifact = artifact(pack.toByteArray());
        try (NativeRunner runner = new NativeRunner(InMemoryRunner.served(), sent::add, System::nanoTime, folder)) {
            runner.accept(new Message.Pack(
                    "long",
                    "cpu",
                    new Message.Asset(artifact.sha256(), artifact.file().toUri().toString()),
                    Collections.nCopies(1_000_000, 0),
                    false,
                    1,
                    10_000,
                    SessionSettings.defaults()));
            await().atMost(LIMIT).until(() -> sent.stream().anyMatch(packet -> packet instanceof Packet.CasePacket));
            runner.accept(new Message.Cancel("long"));
            await().atMost(LIMIT)
                    .until(() -> sent.get(sent.size() - 1) instanceof Message.Result result
                            && result.status().equals("cancelled"));
        }
    }

    @Test
    void a_ping_is_answered_while_a_job_runs() throws Exception {
        List<Packet> sent = new CopyOnWriteArrayList<>();
        try (NativeRunner runner = new NativeRunner(InMemoryRunner.served(), sent::add, System::nanoTime, folder)) {
            runner.accept(new Message.Ping());
            assertThat(sent).containsExactly(new Message.Pong());
        }
    }

    private static Map<String, Tensor> two() {
        return Map.of("a", Tensor.floats(FOUR, 1, 2, 3, 4), "b", Tensor.floats(FOUR, 4, 3, 2, 1));
    }

    private Job job(byte[] model, Map<String, Tensor> inputs, Backend backend) throws Exception {
        return new Job(
                "job-" + System.nanoTime(),
                backend,
                artifact(model),
                Feeds.of(inputs),
                List.of(),
                SessionSettings.defaults());
    }

    private ModelArtifact artifact(byte[] content) throws IOException, java.security.NoSuchAlgorithmException {
        String sha256 =
                HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(content));
        return new ModelArtifact(sha256, content.length, Files.write(folder.resolve(sha256), content));
    }

    private static <T> T ok(Reply<T> reply) {
        assertThat(reply).isInstanceOf(Reply.Ok.class);
        return reply.result().orElseThrow();
    }

    private static Fault.Refused refused(Reply<?> reply) {
        assertThat(reply).isInstanceOf(Reply.Failed.class);
        return (Fault.Refused) ((Reply.Failed<?>) reply).fault();
    }
}
