package dev.bascule.execution.reference;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.bridge.server.BridgeConfig;
import dev.bascule.bridge.server.BridgeServer;
import dev.bascule.execution.JobIds;
import dev.bascule.execution.TimeBreakdown;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.hub.HubSettings;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import dev.bascule.models.source.ModelResolver;
import dev.bascule.models.source.ResolvedModel;
import dev.bascule.nativerunner.launch.NativeLauncher;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How far a model carries rounding, as the real native CPU shows it. */
@Tag("native")
class ConditioningTest {
    private static final Duration LIMIT = Duration.ofSeconds(60);
    /** Far from zero and close together: the squares' mean and the mean's square agree in four digits. */
    private static final Tensor FAR = Tensor.floats(Shape.of(1, 4), 100, 101, 99, 100.5f);

    private static BridgeServer bridge;
    private static RunnerSource natives;

    @TempDir
    Path folder;

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

    private static NodeProto mean(String input, String output) {
        return Protos.node("ReduceMean", "mean " + input, List.of(input), List.of(output), Attributes.ints("axes", 1));
    }

    private Reference reference(NodeProto... nodes) throws IOException {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("g")
                .addInput(Protos.typed("x", FAR))
                .addOutput(Protos.typed("y", DType.FLOAT32, List.of(1, 1)))
                .addAllNode(List.of(nodes));
        ModelProto model = Protos.model(13, graph);
        Path file = Files.write(folder.resolve("model.onnx"), model.toByteArray());
        ResolvedModel resolved = new ModelResolver(CacheFolder.ofProcess(), HubSettings.of(Map.of()))
                .resolve(file.toString(), Path.of(""));
        PreparedCase testCase = new PreparedCase(
                CaseId.of("test", "conditioning", "model", Map.of()),
                resolved.info(),
                resolved.artifact(),
                List.of("y"),
                resolved.inspection().lineages(),
                PreparedCase.Feeding.of(Feeds.of(Map.of("x", FAR))),
                SessionSettings.defaults(),
                PreparedCase.Answers.NONE,
                Map.of());
        References references = new References(natives, LIMIT, new JobIds(), new TimeBreakdown(), 17);
        return ((References.Found.Known) references.of(testCase)).reference();
    }

    @Test
    void a_variance_by_the_difference_of_two_means_is_known_to_lose_digits() throws IOException {
        Reference fast = reference(
                node("Mul", "x,x", "squares"),
                mean("squares", "mean_of_squares"),
                mean("x", "mean"),
                node("Mul", "mean,mean", "square_of_mean"),
                node("Sub", "mean_of_squares,square_of_mean", "y"));

        Tolerance plain = fast.rule().of("y", DType.FLOAT32);
        Tolerance widened = fast.rule().widened("y", DType.FLOAT32).orElseThrow();
        assertThat(widened.relative()).isGreaterThan(100 * plain.relative());
        assertThat(widened.basis()).contains("nodes by 16");
    }

    @Test
    void the_same_variance_in_two_passes_is_not() throws IOException {
        Reference stable = reference(
                mean("x", "mean"),
                node("Sub", "x,mean", "centred"),
                node("Mul", "centred,centred", "squares"),
                mean("squares", "y"));

        Tolerance plain = stable.rule().of("y", DType.FLOAT32);
        assertThat(stable.rule()
                        .widened("y", DType.FLOAT32)
                        .map(Tolerance::relative)
                        .orElse(plain.relative()))
                .as("the centre itself is rounded, and moves every element a little")
                .isLessThan(20 * plain.relative());
    }
}
