package dev.bascule.studies.arithmetic;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.attempt.AttemptExecutor;
import dev.bascule.execution.attempt.AttemptJudge;
import dev.bascule.execution.attempt.MeasurementPlan;
import dev.bascule.execution.attempt.NoiseMeter;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.TimingPlan;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.measure.WarmUp;
import dev.bascule.fallback.runner.Launcher;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.usage.UsageMeter;
import dev.bascule.models.graph.OnnxModelFile;
import dev.bascule.models.graph.TensorProtos;
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
import java.time.Clock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Cells of a network of the zoo on the real native CPU, with a fault, or made to multiply in bfloat16 by casts before each product. */
@Tag("native")
@Tag("full")
class RealLoweredCellsTest {
    private static final MeasurementPlan PLAN = new MeasurementPlan(
            new TimingPlan(12, Duration.ZERO, 8, Duration.ofMinutes(5), Duration.ofSeconds(1), 1),
            Duration.ofSeconds(60),
            4,
            WarmUp.DEFAULT);
    private static final Set<String> PRODUCTS = Set.of("MatMul", "Gemm", "Conv");

    private static BridgeServer bridge;
    private static RunnerSource natives;

    @BeforeAll
    static void start() {
        bridge = BridgeServer.start(BridgeConfig.defaults());
        natives = source("native", new NativeLauncher(bridge.runnerSocket()));
    }

    @AfterAll
    static void stop() {
        natives.close();
        bridge.close();
    }

    private static RunnerSource source(String name, Launcher launcher) {
        return new RunnerSource(name, Side.NATIVE, launcher, bridge, PLAN.timeout(), new TimeBreakdown());
    }

    private static Attempt attempt(UnaryOperator<ModelProto> change) {
        TimeBreakdown times = new TimeBreakdown();
        JobIds ids = new JobIds();
        try (RunnerSource other =
                source("other", new ChangedModels(new NativeLauncher(bridge.runnerSocket()), change))) {
            return new AttemptExecutor(
                            new References(natives, PLAN.timeout(), ids, times, 17),
                            new AttemptJudge(
                                    new EvidenceJudge(Backends.installed()), Optional.of(true), NoiseMeter.DEAF),
                            PLAN,
                            ids,
                            Clock.systemUTC(),
                            times,
                            UsageMeter.none("nobody watched"),
                            new ProductProbes())
                    .attempt(testCase("resnet-micro"), new Place(other, Backends.NATIVE_CPU), Optional.empty());
        }
    }

    @Test
    void a_fault_as_small_as_narrower_products_stays_wrong_on_an_engine_that_multiplies_in_32_bits() {
        Attempt attempt = attempt(RealLoweredCellsTest::off);
        assertThat(attempt.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(attempt.failure().orElseThrow().message())
                .contains(
                        "would be right for products in ",
                        "but this backend was asked, and multiplies in fp32",
                        "Conv 3x3",
                        "asked now");
    }

    @Test
    void an_engine_that_multiplies_in_bfloat16_is_right_in_part_and_says_so() {
        Attempt attempt = attempt(RealLoweredCellsTest::rounding);
        assertThat(attempt.outcome())
                .as(attempt.failure().map(Failure::message).orElse(""))
                .isEqualTo(Outcome.SUCCEEDED);
        assertThat(Verdict.of(List.of(attempt), List.of())).isEqualTo(Verdict.PARTIAL);
        assertThat(attempt.numerics().flatMap(Numerics::products)).contains(Precision.BFLOAT16);
        assertThat(attempt.numerics().orElseThrow().tolerance().basis())
                .contains(
                        "by products in fp32", "the backend multiplies in less", "bf16 inputs, fp32 sums", "asked now");
    }

    /** The weights of the first convolution, by a thousandth. */
    private static ModelProto off(ModelProto model) {
        GraphProto.Builder graph = model.getGraph().toBuilder();
        Optional<NodeProto> conv = graph.getNodeList().stream()
                .filter(node -> node.getOpType().equals("Conv"))
                .findFirst();
        for (int i = 0; i < graph.getInitializerCount(); i++) {
            String name = graph.getInitializer(i).getName();
            // The probe's weights are no network's.
            if (graph.getNodeCount() > 1
                    && conv.isPresent()
                    && conv.get().getInput(1).equals(name)) {
                Tensor weights = TensorProtos.decode(graph.getInitializer(i));
                Elements.Reader reader = Elements.of(weights);
                float[] values = new float[Math.toIntExact(weights.shape().elements())];
                for (int at = 0; at < values.length; at++) {
                    values[at] = (float) (reader.at(at) * 1.001);
                }
                graph.setInitializer(i, Protos.tensor(name, Tensor.floats(weights.shape(), values)));
            }
        }
        return model.toBuilder().setGraph(graph).build();
    }

    /** Casts each factor to the format and back. */
    private static ModelProto rounding(ModelProto model) {
        GraphProto.Builder graph = model.getGraph().toBuilder().clearNode();
        for (NodeProto node : model.getGraph().getNodeList()) {
            NodeProto.Builder product = node.toBuilder();
            for (int i = 0; PRODUCTS.contains(node.getOpType()) && i < 2; i++) {
                String name = "%s_%d_rounded".formatted(node.getOutput(0), i);
                graph.addNode(cast(node.getInput(i), name + "_narrow", DType.BFLOAT16));
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
