package dev.bascule.execution.reference;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cache.Sha256;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.FloatFormat;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.onnx.Protos;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.nativerunner.launch.NativeLauncher;
import dev.bascule.suites.setting.ReferenceKind;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SplittableRandom;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The exact reference beside the real native CPU. */
@Tag("native")
class ExactReferenceTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Tensor X = Tensor.floats(Shape.of(1, 3), 0.1f, -17, 3);

    private static BridgeServer bridge;
    private static RunnerSource natives;

    @TempDir
    Path folder;

    private ExactCache cache = ExactCache.none();

    @BeforeAll
    static void start() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
        natives = new RunnerSource(
                "native", Side.NATIVE, new NativeLauncher(bridge.runnerSocket()), bridge, LIMIT, new TimeBreakdown());
    }

    @AfterAll
    static void stop() {
        natives.close();
        bridge.close();
    }

    private static NodeProto node(String operator, String inputs, String output) {
        return Protos.node(operator, operator + output, List.of(inputs.split(",")), List.of(output));
    }

    private Reference reference(ReferenceKind kind, NodeProto... nodes) throws IOException {
        return ((References.Found.Known) references().of(testCase(kind, nodes))).reference();
    }

    private References references() {
        return new References(natives, LIMIT, new JobIds(), new TimeBreakdown(), 17, cache);
    }

    private PreparedCase testCase(ReferenceKind kind, NodeProto... nodes) throws IOException {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("g")
                .addInput(Protos.typed("x", X))
                .addInitializer(Protos.tensor("axis", Tensor.of(DType.INT32, Shape.of(), new byte[4])))
                .addInitializer(Protos.tensor("large", Tensor.floats(Shape.of(), 1e8f)))
                .addOutput(Protos.ofType("y", DType.FLOAT32))
                .addAllNode(List.of(nodes));
        return testCase(
                kind,
                Protos.model(17, graph).toBuilder()
                        .addOpsetImport(OperatorSetIdProto.newBuilder()
                                .setDomain("com.microsoft")
                                .setVersion(1))
                        .build(),
                X);
    }

    private PreparedCase testCase(ReferenceKind kind, ModelProto model, Tensor x) throws IOException {
        Path file = Files.write(folder.resolve("model.onnx"), model.toByteArray());
        ResolvedModel resolved = new ModelResolver(CacheFolder.ofProcess(), HubSettings.of(Map.of()))
                .resolve(file.toString(), Path.of(""));
        return new PreparedCase(
                CaseId.of("test", "exact", "model", Map.of()),
                resolved.info(),
                resolved.artifact(),
                List.of("y"),
                resolved.inspection().lineages(),
                PreparedCase.Feeding.of(Feeds.of(Map.of("x", x))),
                SessionSettings.defaults(),
                new PreparedCase.Answers(Optional.empty(), List.of(), kind),
                Map.of());
    }

    private Path only() throws IOException {
        try (Stream<Path> files = Files.list(folder.resolve("exact"))) {
            return files.reduce((a, b) -> {
                        throw new AssertionError("more than one");
                    })
                    .orElseThrow();
        }
    }

    /** What is read is what was kept: seen by changing it, with a hash that fits and with one that does not. */
    @Test
    void an_exact_result_is_computed_once_and_a_damaged_one_again() throws IOException {
        cache = ExactCache.in(new CacheFolder(folder));
        NodeProto node = node("Exp", "x", "y");
        Reference computed = reference(ReferenceKind.EXACT, node);
        byte[] kept = Files.readAllBytes(only());
        Reference read = reference(ReferenceKind.EXACT, node);
        assertThat(read.steps()).isEqualTo(computed.steps());
        assertThat(read.noise().get(0).get("y").tolerance())
                .isEqualTo(computed.noise().get(0).get("y").tolerance());
        assertThat(read.noise().get(0).get("y").deviation(2))
                .isEqualTo(computed.noise().get(0).get("y").deviation(2));

        GraphProto.Builder other = GraphProto.parseFrom(Arrays.copyOfRange(kept, 64, kept.length)).toBuilder();
        for (int i = 0; i < other.getInitializerCount(); i++) {
            if (other.getInitializer(i).getName().equals("0/value/y")) {
                other.setInitializer(i, Protos.tensor("0/value/y", Tensor.floats(Shape.of(1, 3), 7, 8, 9)));
            }
        }
        byte[] changed = other.build().toByteArray();
        Files.write(
                only(),
                (Sha256.of(changed) + new String(changed, StandardCharsets.ISO_8859_1))
                        .getBytes(StandardCharsets.ISO_8859_1));
        assertThat(reference(ReferenceKind.EXACT, node).steps().get(0).get("y"))
                .isEqualTo(Tensor.floats(Shape.of(1, 3), 7, 8, 9));

        kept[kept.length - 3] ^= 1;
        Files.write(only(), kept);
        assertThat(reference(ReferenceKind.EXACT, node).steps()).isEqualTo(computed.steps());
        assertThat(reference(ReferenceKind.EXACT, node("Exp", "x", "a"), node("Neg", "a", "y"))
                        .steps())
                .isNotEqualTo(computed.steps());
    }

    /** Sigmoids of -17 and below: values of 4e-8 whose neighbours of one rounding in the exponent are far away relatively. */
    @Test
    void the_native_cpu_is_right_by_a_reference_that_no_engine_made() throws IOException {
        NodeProto[] nodes = {node("Mul", "x,x", "a"), node("Sub", "x,a", "b"), node("Sigmoid", "b", "y")};
        Reference exact = reference(ReferenceKind.EXACT, nodes);
        Reference cpu = reference(ReferenceKind.CPU, nodes);

        assertThat(exact.kind()).isEqualTo(Numerics.Reference.EXACT);
        assertThat(Elements.of(exact.steps().get(0).get("y")).at(0)).isEqualTo((float)
                (1 / (1 + Math.exp(-(0.1f - (double) 0.1f * 0.1f)))));
        Numerics judged = judge(exact, cpu.steps().get(0).get("y"));
        assertThat(judged.ok()).isTrue();
        assertThat(judged.difference().noise().orElseThrow().most()).isLessThan(4);
        assertThat(judged.tolerance().basis()).contains("noisy passes");
    }

    @Test
    void what_lies_beyond_the_noise_is_wrong_and_says_how_far() throws IOException {
        Reference exact = reference(ReferenceKind.EXACT, node("Exp", "x", "y"));
        Tensor right = exact.steps().get(0).get("y");
        float[] off = new float[3];
        for (int i = 0; i < off.length; i++) {
            off[i] = (float) (Elements.of(right).at(i) * (i == 1 ? 1.001 : 1));
        }
        Numerics judged = judge(exact, Tensor.floats(right.shape(), off));
        assertThat(judged.ok()).isFalse();
        assertThat(judged.difference().outside()).isEqualTo(1);
        assertThat(judged.difference().worst().orElseThrow().index()).isEqualTo(1);
        assertThat(judged.difference().noise().orElseThrow().most()).isGreaterThan(1000);
    }

    @Test
    void an_operator_that_it_lacks_leaves_the_word_to_the_native_cpu_and_says_so() throws IOException {
        Reference fallback = reference(
                ReferenceKind.EXACT,
                node("Exp", "x", "a"),
                node("ExpandDims", "a,axis", "y").toBuilder()
                        .setDomain("com.microsoft")
                        .build());
        assertThat(fallback.kind()).isEqualTo(Numerics.Reference.NATIVE_CPU_UNOPTIMISED);
        assertThat(fallback.rule().of("y", DType.FLOAT32).basis())
                .contains("native CPU, for the exact reference has no com.microsoft.ExpandDims");
        assertThat(fallback.noise()).isEmpty();
    }

    /** What is right for fresh inputs may be as far off as sums in 16 bits, and no further: zeros and what was right before are not. */
    @Tag("full")
    @Test
    void a_challenge_of_a_model_of_half_floats_still_tells_who_repeats_and_who_answers_zeros() throws IOException {
        FloatFormat half = FloatFormat.of(DType.FLOAT16);
        SplittableRandom random = new SplittableRandom(5);
        double[] x = random.doubles(256, -1, 1).map(half::nearest).toArray();
        double[] w = random.doubles(8 * 256, -1, 1).map(half::nearest).toArray();

        Challenges challenges = references().challenges(halvesCase(x, w, 8));

        assertThat(challenges.given()).as(challenges.why().orElse("")).isNotEmpty();
        for (Challenges.Given given : challenges.given()) {
            Elements.Reader right = Elements.of(given.right().steps().get(0).get("y"));
            double[] near =
                    IntStream.range(0, 8).mapToDouble(i -> right.at(i) * 1.004).toArray();
            assertThat(judge(given.right(), half(8, near)).ok()).isTrue();
            assertThat(judge(given.right(), half(8, new double[8])).ok()).isFalse();
            assertThat(judge(
                                    given.right(),
                                    challenges
                                            .own()
                                            .orElseThrow()
                                            .steps()
                                            .get(0)
                                            .get("y"))
                            .ok())
                    .isFalse();
        }
    }

    /** A sum of 1024 products of float16s, added up one after the other, in floats of 32 and of 16 bits. */
    @Test
    void sums_of_half_floats_in_half_floats_are_told_as_that_and_a_wrong_one_is_wrong() throws IOException {
        int length = 1024;
        FloatFormat half = FloatFormat.of(DType.FLOAT16);
        SplittableRandom random = new SplittableRandom(3);
        double[] x = random.doubles(length, 0, 1).map(half::nearest).toArray();
        double[] w = random.doubles(length, 0, 1).map(half::nearest).toArray();
        float wide = 0;
        double narrow = 0;
        for (int i = 0; i < length; i++) {
            wide += (float) (x[i] * w[i]);
            narrow = half.nearest(narrow + half.nearest(x[i] * w[i]));
        }
        Reference exact = halves(x, w);

        Numerics right = judge(exact, half(1, wide));
        assertThat(right.ok()).isTrue();
        assertThat(right.isNarrow()).isFalse();
        Numerics narrowly = judge(exact, half(1, narrow));
        assertThat(narrowly.ok()).isTrue();
        assertThat(narrowly.isNarrow()).isTrue();
        assertThat(narrowly.tolerance().basis())
                .contains("with sums in 16 bits", "by sums in 32 bits 1 of 1 values lie outside");
        assertThat(narrowly.difference().noise().orElseThrow().most()).isLessThan(4);
        assertThat(judge(exact, half(1, wide * 1.5)).ok()).isFalse();
    }

    private static Tensor half(int columns, double... values) {
        ByteBuffer data = ByteBuffer.allocate(2 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        for (double value : values) {
            data.putShort((short) FloatFormat.of(DType.FLOAT16).bits(value, 16));
        }
        return Tensor.of(DType.FLOAT16, Shape.of(values.length / columns, columns), data.flip());
    }

    private Reference halves(double[] x, double[] w) throws IOException {
        return ((References.Found.Known) references().of(halvesCase(x, w, 1))).reference();
    }

    private PreparedCase halvesCase(double[] x, double[] w, int columns) throws IOException {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("g")
                .addInput(Protos.typed("x", half(x.length, x)))
                .addInitializer(Protos.tensor("w", half(columns, w)))
                .addOutput(Protos.ofType("y", DType.FLOAT16))
                .addNode(node("MatMul", "x,w", "y"));
        return testCase(ReferenceKind.EXACT, Protos.model(17, graph), half(x.length, x));
    }

    /** Sums near 1e8 are multiples of 8: inputs that differ in their last places give the same, and others no more than 24 apart. */
    @Tag("full")
    @Test
    void fresh_inputs_whose_outputs_lie_within_what_rounding_makes_of_the_timed_ones_challenge_nobody()
            throws IOException {
        NodeProto[] rounded = {node("Add", "x,large", "a"), node("Sub", "a,large", "y")};

        assertThat(challenges(ReferenceKind.EXACT, rounded).why().orElseThrow())
                .startsWith("rounding decides its outputs: those of fresh inputs");
        assertThat(challenges(ReferenceKind.CPU, rounded).given()).isNotEmpty();
        assertThat(challenges(ReferenceKind.EXACT, node("Neg", "x", "y")).given())
                .isNotEmpty();
    }

    private Challenges challenges(ReferenceKind kind, NodeProto... nodes) throws IOException {
        return references().challenges(testCase(kind, nodes));
    }

    private static Numerics judge(Reference reference, Tensor got) {
        OutputChecker checker = new OutputChecker(reference);
        checker.check(new Outputs(List.of(new Outputs.Output("y", 0, 0, got))), 1);
        return checker.result();
    }
}
