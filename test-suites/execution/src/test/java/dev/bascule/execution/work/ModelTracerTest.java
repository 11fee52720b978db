package dev.bascule.execution.work;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.runner.Artifacts;
import dev.bascule.fallback.work.Kernel;
import dev.bascule.fallback.work.KernelTensor;
import dev.bascule.fallback.work.ModelWork;
import dev.bascule.models.graph.ModelInspection;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.inputs.FeedBuilder;
import dev.bascule.models.inputs.PreparedTensors;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooStore;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Models of the zoo in a real native child. */
@Tag("native")
class ModelTracerTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final JobIds IDS = new JobIds();

    @TempDir
    private static Path folder;

    private static BridgeServer bridge;
    private static RunnerSource source;
    private static ModelTracer tracer;

    @BeforeAll
    static void start() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
        source = new RunnerSource(
                "native", Side.NATIVE, new NativeLauncher(bridge.runnerSocket()), bridge, LIMIT, new TimeBreakdown());
        tracer = new ModelTracer(source, IDS, LIMIT);
    }

    @AfterAll
    static void close() {
        tracer.close();
        source.close();
        bridge.close();
    }

    private static ModelTracer.Subject zoo(String name) {
        ModelArtifact model =
                new ZooStore(new CacheFolder(folder)).model(Zoo.model(name).orElseThrow());
        ModelInspection inspection = OnnxModelFile.open(model.file()).inspect();
        Feeds feeds = new FeedBuilder(inspection, Map.of(), 1, 42, PreparedTensors.NONE)
                .build(Map.of(), Map.of(), Map.of())
                .feeds();
        return new ModelTracer.Subject(model.sha256(), "the inputs", model, feeds, inspection.outputNames());
    }

    private static ModelWork traced(ModelTracer.Subject subject) {
        Traced traced = tracer.trace(subject, 1);
        return traced.result().orElseThrow(() -> new AssertionError(traced.toString()));
    }

    /** The median of warm inferences in a child that keeps no profile. */
    private static double inferenceMillis(ModelTracer.Subject subject) {
        try (IsolatedRunner child = source.isolated(Backends.NATIVE_CPU)) {
            Job job = new Job(
                    IDS.next(),
                    Backends.NATIVE_CPU,
                    subject.model(),
                    subject.feeds(),
                    subject.outputs(),
                    SessionSettings.defaults().withEvidence(false));
            CheckedSession session = child.open(job, LIMIT).result().orElseThrow();
            assertThat(session.measure(BlockRequest.ofIterations(20, LIMIT), LIMIT)
                            .result())
                    .isPresent();
            double[] millis = session.measure(BlockRequest.ofIterations(101, LIMIT), LIMIT)
                    .result()
                    .orElseThrow()
                    .samples()
                    .millis();
            Arrays.sort(millis);
            return millis[50];
        }
    }

    @Tag("full")
    @Test
    void a_transformers_kernels_come_with_their_shapes_and_fit_into_an_inference() {
        ModelTracer.Subject subject = zoo("bert-micro");
        ModelWork work = traced(subject);
        KernelTensor wide = new KernelTensor("float", List.of(1L, 128L, 256L));
        assertThat(work.model()).isEqualTo(subject.sha256());
        assertThat(work.inputs()).isEqualTo("the inputs");
        assertThat(work.engine().name()).isEqualTo("onnxruntime");
        assertThat(work.engine().tellsVersion()).isTrue();
        assertThat(work.kernels())
                .extracting(Kernel::operator)
                .contains("MatMul", "Softmax")
                .doesNotContain("Constant");
        assertThat(work.kernels()).allSatisfy(kernel -> {
            assertThat(kernel.provider()).isEqualTo("CPUExecutionProvider");
            assertThat(kernel.outputs()).isNotEmpty();
        });
        assertThat(work.kernels())
                .filteredOn(kernel -> kernel.operator().equals("BiasGelu"))
                .singleElement()
                .satisfies(kernel -> {
                    assertThat(kernel.count()).isEqualTo(2);
                    assertThat(kernel.inputs()).containsExactly(wide, new KernelTensor("float", List.of(256L)));
                });
        assertThat(work.kernels())
                .as("with weights that the engine packs for its kernel")
                .filteredOn(kernel -> kernel.operator().equals("MatMul"))
                .filteredOn(kernel -> kernel.outputs().equals(List.of(wide)))
                .singleElement()
                .satisfies(kernel -> assertThat(kernel.inputs())
                        .containsExactly(
                                new KernelTensor("float", List.of(1L, 128L, 64L)),
                                new KernelTensor("float", List.of(64L, 256L))));
        assertThat(work.kernels().stream().filter(kernel -> kernel.operator().equals("Softmax")))
                .allSatisfy(kernel -> {
                    assertThat(kernel.inputs()).isEqualTo(kernel.outputs());
                    assertThat(kernel.outputs().get(0).shape())
                            .hasSize(4)
                            .endsWith(kernel.outputs().get(0).shape().get(2));
                });
        fits(work, subject);
    }

    @Test
    void a_convolutional_networks_kernels_come_with_their_shapes_and_fit_into_an_inference() {
        ModelTracer.Subject subject = zoo("mobilenet-micro");
        ModelWork work = traced(subject);
        List<Kernel> convolutions = work.kernels().stream()
                .filter(kernel -> kernel.operator().contains("Conv"))
                .toList();
        assertThat(convolutions).isNotEmpty().allSatisfy(kernel -> {
            KernelTensor out = kernel.outputs().get(0);
            assertThat(out.type()).isEqualTo("float");
            assertThat(out.shape()).hasSize(4);
            assertThat(kernel.inputs().size()).isGreaterThanOrEqualTo(2);
            // Its kernel has as many filters as the result has channels, rounded up to what the processor takes at
            // once.
            assertThat(kernel.inputs().get(1).shape().get(0))
                    .isGreaterThanOrEqualTo(out.shape().get(1));
        });
        fits(work, subject);
    }

    /**
     * Of the same order: in milliseconds, and each kernel counted. On a busy machine either may take several times as long, and some
     * microseconds of each kernel are the profile's own.
     */
    private static void fits(ModelWork work, ModelTracer.Subject subject) {
        double inference = inferenceMillis(subject);
        System.out.printf("kernels %.3f ms in %d, inference %.3f ms%n", work.millis(), work.count(), inference);
        assertThat(work.millis()).isBetween(inference / 50, inference * 50);
    }

    @Test
    void a_file_that_is_no_model_fails_in_the_engines_words_and_the_next_one_is_traced() {
        ModelTracer.Subject right = zoo("bert-micro");
        ModelArtifact garbage = Artifacts.write(folder, "no model".getBytes(StandardCharsets.UTF_8), "onnx");
        Traced traced =
                tracer.trace(new ModelTracer.Subject(garbage.sha256(), "", garbage, right.feeds(), right.outputs()), 1);
        assertThat(traced)
                .isInstanceOfSatisfying(
                        Traced.Failed.class,
                        failed -> assertThat(failed.failure().code()).isNotEqualTo(ErrorCode.INTERNAL_ERROR));
        assertThat(traced(right).kernels()).isNotEmpty();
    }
}
