package dev.bascule.models.workload;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import com.google.protobuf.ByteString;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.session.CheckedSession;
import dev.bascule.execution.session.IsolatedRunner;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.onnx.TinyOnnx;
import dev.bascule.fallback.runner.Artifacts;
import dev.bascule.fallback.runner.MemoryMeter;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.Corpora;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/**
 * The estimate against what a real child process's memory grows by, beyond one that has a tiny model open. Prints estimate,
 * growth and ratio; asserts the bounds that {@link MemoryEstimate} promises.
 */
@Tag("native")
@Timeout(600)
@EnabledOnOs(value = OS.LINUX, disabledReason = "only Linux keeps processes' peaks")
@Tag("full")
class MemoryPeakTest {
    private static final Duration LIMIT = Duration.ofMinutes(2);
    private static final long MIB = 1 << 20;

    @TempDir
    Path folder;

    private static final JobIds IDS = new JobIds();
    private static BridgeServer bridge;
    private static RunnerSource source;
    private static long engineAlone;

    @BeforeAll
    static void start(@TempDir Path tinys) {
        bridge = BridgeServer.start(BridgeConfig.defaults());
        source = new RunnerSource(
                "native", Side.NATIVE, new NativeLauncher(bridge.runnerSocket()), bridge, LIMIT, new TimeBreakdown());
        ModelArtifact tiny = Artifacts.write(tinys, TinyOnnx.add(), "onnx");
        Tensor four = Tensor.floats(Shape.of(4), 1, 2, 3, 4);
        engineAlone = peak(tiny, Map.of("x", four, "state", four), List.of("sum"));
    }

    @AfterAll
    static void close() {
        source.close();
        bridge.close();
    }

    /** Of a fresh process that opens a model and runs it a few times. */
    private static long peak(ModelArtifact model, Map<String, Tensor> inputs, List<String> outputs) {
        try (IsolatedRunner child = source.isolated(Backends.NATIVE_CPU)) {
            assertThat(child.start()).isEmpty();
            MemoryMeter meter = child.memory().orElseThrow();
            meter.restart();
            Job job = new Job(
                    IDS.next(),
                    Backends.NATIVE_CPU,
                    model,
                    Feeds.of(inputs),
                    outputs,
                    SessionSettings.defaults().withEvidence(false));
            Reply<CheckedSession> reply = child.open(job, LIMIT);
            CheckedSession session = reply.result().orElseThrow(() -> new AssertionError(reply.toString()));
            for (int i = 0; i < 3; i++) {
                assertThat(session.infer(inputs, LIMIT)).isInstanceOf(Reply.Ok.class);
            }
            long peak = meter.read().peakTotal();
            assertThat(peak).isPositive();
            return peak;
        }
    }

    /** What a model's process grew by, beside what was estimated. */
    private record Measured(MemoryEstimate estimate, long growth) {
        double ratio() {
            return (double) growth / estimate.total();
        }
    }

    private Measured measure(String name, Path file, Map<String, Tensor> inputs) throws Exception {
        OnnxModelFile model = OnnxModelFile.open(file);
        MemoryEstimate estimate = MemoryEstimate.of(model, inputs);
        long growth = peak(
                        new ModelArtifact(Sha256.of(file), Files.size(file), file.toAbsolutePath()),
                        inputs,
                        model.inspect().outputNames())
                - engineAlone;
        Measured measured = new Measured(estimate, growth);
        System.out.printf(
                "%s: weights %.2f MiB, activations %.2f MiB, estimate %.2f MiB, grew by %.2f MiB, ratio %.2f%s%n",
                name,
                (double) estimate.weights() / MIB,
                (double) estimate.activationBytes() / MIB,
                (double) estimate.total() / MIB,
                (double) growth / MIB,
                measured.ratio(),
                estimate.isLowerBound() ? " (a lower bound: " + estimate.reason() + ")" : "");
        return measured;
    }

    private static void keepsItsPromise(Measured measured) {
        assertThat(measured.growth())
                .as("no engine makes do with less, but for what it writes in place")
                .isGreaterThan(
                        (long) (measured.estimate().total() * MemoryEstimate.LEAST_SHARE) - MemoryEstimate.SLACK);
        assertThat(measured.growth())
                .as("weights are copied while the model is opened")
                .isLessThan(measured.estimate().atMost());
    }

    private static NodeProto node(String operator, String output, String... inputs) {
        return Protos.node(operator, output, List.of(inputs), List.of(output));
    }

    private static TensorProto weight(String name, long... dims) {
        long elements = Arrays.stream(dims).reduce(1, (a, b) -> a * b);
        byte[] bytes = new byte[Math.toIntExact(4 * elements)];
        for (int i = 0; i < bytes.length; i += 4) {
            // Small floats that differ, so that no page is shared and no value overflows.
            bytes[i] = (byte) (i * 31);
            bytes[i + 1] = (byte) (i >> 8);
            bytes[i + 2] = (byte) (i % 7 == 0 ? 0x80 : 0);
            bytes[i + 3] = 0x38;
        }
        TensorProto.Builder tensor = TensorProto.newBuilder()
                .setName(name)
                .setDataType(DType.FLOAT32.onnx())
                .setRawData(ByteString.copyFrom(bytes));
        Arrays.stream(dims).forEach(tensor::addDims);
        return tensor.build();
    }

    private Path write(String name, GraphProto.Builder graph) throws Exception {
        return Files.write(
                folder.resolve(name + ".onnx"),
                Protos.model(13, graph.setName(name)).toByteArray());
    }

    @Test
    void large_activations() throws Exception {
        int side = 1024;
        int channels = 16;
        Tensor x = Tensor.floats(Shape.of(1, 3, side, side), new float[3 * side * side]);
        GraphProto.Builder graph = GraphProto.newBuilder().addInput(Protos.typed("x", x));
        String last = "x";
        for (int layer = 0; layer < 4; layer++) {
            graph.addInitializer(weight("w" + layer, channels, layer == 0 ? 3 : channels, 3, 3));
            graph.addNode(Protos.node(
                    "Conv",
                    "c" + layer,
                    List.of(last, "w" + layer),
                    List.of("c" + layer),
                    Attributes.ints("pads", 1, 1, 1, 1)));
            last = "r" + layer;
            graph.addNode(node("Relu", last, "c" + layer));
        }
        graph.addNode(node("GlobalAveragePool", "y", last))
                .addOutput(Protos.typed("y", Tensor.floats(Shape.of(1, channels, 1, 1), new float[channels])));

        keepsItsPromise(measure("conv tower", write("tower", graph), Map.of("x", x)));
    }

    @Test
    void large_weights() throws Exception {
        int wide = 12_800;
        int narrow = 2048;
        Tensor x = Tensor.floats(Shape.of(1, narrow), new float[narrow]);
        GraphProto.Builder graph = GraphProto.newBuilder()
                .addInput(Protos.typed("x", x))
                .addInitializer(weight("W", narrow, wide))
                .addInitializer(weight("V", wide, narrow))
                .addNode(node("MatMul", "h", "x", "W"))
                .addNode(node("Relu", "r", "h"))
                .addNode(node("MatMul", "y", "r", "V"))
                .addOutput(Protos.typed("y", x));

        keepsItsPromise(measure("200 MB of weights", write("weights", graph), Map.of("x", x)));
    }

    @Test
    @Tag("corpus")
    void published_models() throws Exception {
        Path ultraface = Corpora.path("models/ultraface/version-RFB-320.onnx");
        keepsItsPromise(measure("ultraface", ultraface, ZooCases.inputs(OnnxModelFile.open(ultraface), 1)));
        try (var files = Files.list(Corpora.path("models/silero-vad"))) {
            for (Path file : files.filter(path -> path.toString().endsWith(".onnx"))
                    .sorted()
                    .toList()) {
                Map<String, Tensor> inputs = new LinkedHashMap<>(ZooCases.inputs(OnnxModelFile.open(file), 1));
                // Generated inputs have no length that the model takes: a frame of 32 ms.
                inputs.computeIfPresent("input", (name, any) -> Tensor.floats(Shape.of(1, 512), new float[512]));
                inputs.computeIfPresent("sr", (name, any) -> Tensor.longs(Shape.of(), 16_000));
                keepsItsPromise(measure("silero-vad " + file.getFileName(), file, inputs));
            }
        }
    }
}
