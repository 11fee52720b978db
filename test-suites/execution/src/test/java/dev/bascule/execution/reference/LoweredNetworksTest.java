package dev.bascule.execution.reference;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.exact.rounding.Lowering;
import dev.bascule.exact.rounding.ProductFormat;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.models.zoo.Zoo;
import dev.bascule.models.zoo.ZooStore;
import dev.bascule.nativerunner.launch.NativeLauncher;
import dev.bascule.suites.setting.ReferenceKind;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Networks of the zoo whose factors a real engine rounds: ONNX Runtime on the CPU, by casts before each product. What it makes of them is
 * held against the noise of such products.
 */
@Tag("native")
@Tag("full")
class LoweredNetworksTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final Set<String> PRODUCTS = Set.of("MatMul", "Gemm", "Conv");

    private static final Map<String, PreparedCase> CASES = new HashMap<>();

    private static BridgeServer bridge;
    private static RunnerSource natives;
    /** A network's exact outputs are the same for each format. */
    private static References references;

    @BeforeAll
    static void start() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
        natives = new RunnerSource(
                "native", Side.NATIVE, new NativeLauncher(bridge.runnerSocket()), bridge, LIMIT, new TimeBreakdown());
        references = new References(natives, LIMIT, new JobIds(), new TimeBreakdown(), 17);
    }

    @AfterAll
    static void stop() {
        natives.close();
        bridge.close();
    }

    @ParameterizedTest
    @CsvSource({
        "resnet-micro, BF16",
        "resnet-micro, FP16_INPUTS",
        "mobilenet-micro, BF16",
        "mobilenet-micro, FP16_INPUTS",
        "bert-micro, BF16",
        "bert-micro, FP16_INPUTS",
        "vit-micro, BF16",
        "vit-micro, FP16_INPUTS"
    })
    void what_rounded_factors_make_of_a_network_is_explained_by_their_noise_alone(String model, ProductFormat format) {
        PreparedCase testCase = CASES.computeIfAbsent(model, LoweredNetworksTest::testCase);
        OutputChecker checker = new OutputChecker(((References.Found.Known) references.of(testCase)).reference());
        checker.check(rounded(testCase, format), 1);

        assertThat(checker.result().ok()).as("in fp32").isFalse();
        Optional<Numerics> explained = checker.explainedBy(
                references.lowered(testCase, Lowering.ofProducts(format)), Precision.BFLOAT16, "test");
        assertThat(explained).isPresent();
        assertThat(explained.get().difference().noise().orElseThrow().rms()).isBetween(0.4, 2.0);
    }

    private static Outputs rounded(PreparedCase testCase, ProductFormat format) {
        ModelProto model = OnnxModelFile.open(testCase.artifact().file()).proto();
        try (ScratchModel scratch = ScratchModel.of(rounding(model, format))) {
            return natives.lane(Backends.NATIVE_CPU)
                    .run(
                            new Job(
                                    "rounded",
                                    Backends.NATIVE_CPU,
                                    scratch.artifact(),
                                    testCase.feeds(),
                                    testCase.outputs(),
                                    SessionSettings.defaults().asReference()),
                            LIMIT)
                    .result()
                    .orElseThrow()
                    .outputs();
        }
    }

    /** Casts each factor to the format and back. */
    private static ModelProto rounding(ModelProto model, ProductFormat format) {
        DType narrow = format == ProductFormat.BF16 ? DType.BFLOAT16 : DType.FLOAT16;
        GraphProto.Builder graph = model.getGraph().toBuilder().clearNode();
        for (NodeProto node : model.getGraph().getNodeList()) {
            NodeProto.Builder product = node.toBuilder();
            for (int i = 0; PRODUCTS.contains(node.getOpType()) && i < 2; i++) {
                String name = "%s_%d_rounded".formatted(node.getOutput(0), i);
                graph.addNode(cast(node.getInput(i), name + "_narrow", narrow));
                graph.addNode(cast(name + "_narrow", name, DType.FLOAT32));
                product.setInput(i, name);
            }
            graph.addNode(product);
        }
        return model.toBuilder().setGraph(graph).build();
    }

    private static NodeProto cast(String from, String to, DType dtype) {
        return Protos.node("Cast", to, List.of(from), List.of(to), Attributes.integer("to", dtype.onnx()));
    }

    private static PreparedCase testCase(String name) {
        Path file = new ZooStore(CacheFolder.ofProcess()).file(Zoo.model(name).orElseThrow());
        ResolvedModel resolved = new ModelResolver(CacheFolder.ofProcess(), HubSettings.of(Map.of()))
                .resolve(file.toString(), Path.of(""));
        GraphProto graph = OnnxModelFile.open(file).proto().getGraph();
        return new PreparedCase(
                CaseId.of("test", "exact", name, Map.of()),
                resolved.info(),
                resolved.artifact(),
                graph.getOutputList().stream().map(ValueInfoProto::getName).toList(),
                resolved.inspection().lineages(),
                PreparedCase.Feeding.of(feeds(graph)),
                SessionSettings.defaults(),
                new PreparedCase.Answers(Optional.empty(), List.of(), ReferenceKind.EXACT),
                Map.of());
    }

    private static Feeds feeds(GraphProto graph) {
        SplittableRandom random = new SplittableRandom(4);
        Map<String, Tensor> inputs = new HashMap<>();
        for (ValueInfoProto input : graph.getInputList()) {
            List<Long> dims = new ArrayList<>();
            input.getType()
                    .getTensorType()
                    .getShape()
                    .getDimList()
                    .forEach(dim -> dims.add(
                            dim.getDimValue() > 0
                                    ? dim.getDimValue()
                                    : dim.getDimParam().contains("batch") ? 1 : 32));
            Shape shape = Shape.of(dims.stream().mapToLong(Long::longValue).toArray());
            int count = Math.toIntExact(shape.elements());
            boolean whole = input.getType().getTensorType().getElemType() == DType.INT64.onnx();
            long[] ids = new long[count];
            float[] values = new float[count];
            for (int i = 0; i < count; i++) {
                ids[i] = input.getName().contains("ids") && !input.getName().contains("type")
                        ? random.nextInt(100)
                        : input.getName().contains("mask") ? 1 : 0;
                values[i] = (float) random.nextDouble(-1, 1);
            }
            inputs.put(input.getName(), whole ? Tensor.longs(shape, ids) : Tensor.floats(shape, values));
        }
        return Feeds.of(inputs);
    }
}
