package dev.bascule.app.local;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.data.Offset.offset;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.studies.training.peer.PeerBatches;
import dev.bascule.studies.training.peer.PeerPrecision;
import dev.bascule.studies.training.peer.PeerRequest;
import dev.bascule.studies.training.peer.PeerRun;
import dev.bascule.studies.training.peer.PeerStep;
import dev.bascule.training.gradient.GradientRules;
import dev.bascule.training.gradient.rule.StandardRules;
import dev.bascule.training.graph.GraphBuilder;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import dev.bascule.training.network.Network;
import dev.bascule.training.network.Networks;
import dev.bascule.training.network.Task;
import dev.bascule.training.optimizer.LearningRate;
import dev.bascule.training.optimizer.Optimizer;
import dev.bascule.training.optimizer.OptimizerSettings;
import dev.bascule.training.optimizer.Optimizers;
import dev.bascule.training.step.TrainingGraph;
import dev.bascule.training.step.TrainingGraphs;
import dev.bascule.training.step.TrainingPlan;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** The real PyTorch against our gradients and optimizers in double: neither knows anything of the other. */
@Tag("native")
class TorchTrainerTest {
    private static final int BATCH = 4;
    private static final Network MLP = Networks.of("mlp", Shape.of(6, 6), 3);
    /** Powers of two and near ones, which graphs of 32-bit constants hold as they are. */
    private static final OptimizerSettings SETTINGS = new OptimizerSettings(
            Optional.of(new LearningRate.Constant(0.03125)),
            OptionalDouble.of(0.875),
            OptionalDouble.of(0.875),
            OptionalDouble.of(0.96875),
            OptionalDouble.of(0x1p-20),
            OptionalDouble.of(0.0625));

    /** A network, and how far gradients may be: our graphs hold 2/√π, a fifth and the like in 32 bits. */
    private static Stream<Arguments> networks() {
        Task tokens = Task.ofTokens(5, AttentionBlock.TOKENS, 3);
        return Stream.of(
                Arguments.of(MLP, 1e-13),
                Arguments.of(Networks.of("lenet", Shape.of(12, 12), 3), 1e-13),
                Arguments.of(Networks.of("resnet-micro", Shape.of(8, 8), 3), 1e-13),
                Arguments.of(Networks.of("transformer-micro", tokens), 2e-7),
                Arguments.of(Networks.of("gru", tokens), 1e-13),
                Arguments.of(new AttentionBlock(), 2e-7));
    }

    private static TrainingPlan plan(Network network, Optimizer optimizer, OptionalDouble clip) {
        return new TrainingPlan(network, optimizer, BATCH, 5, Optional.empty(), clip);
    }

    private static TrainingPlan plan(Network network) {
        return plan(network, Optimizers.of("sgd", SETTINGS), OptionalDouble.empty());
    }

    private static PeerRun train(
            TrainingGraph forward,
            List<Map<String, Tensor>> batches,
            String optimizer,
            OptionalDouble clip,
            PeerPrecision precision) {
        return new TorchTrainer(HostEnvironment.ofProcess())
                .train(new PeerRequest(
                        forward,
                        forward.state(),
                        PeerBatches.of(batches),
                        optimizer,
                        SETTINGS,
                        clip,
                        precision,
                        1,
                        Duration.ofMinutes(3)));
    }

    private static PeerRun.Ran ran(PeerRun run) {
        assertThat(run).isInstanceOf(PeerRun.Ran.class);
        return (PeerRun.Ran) run;
    }

    @ParameterizedTest
    @MethodSource("networks")
    @Tag("pytorch")
    @Tag("full")
    void its_gradients_are_ours_to_the_last_digits_that_our_graphs_have(Network network, double bound) {
        List<Map<String, Tensor>> batches = RandomBatches.of(network, BATCH, 1);
        TrainingPlan plan = plan(network);
        PeerRun.Ran ran =
                ran(train(TrainingGraphs.forward(plan), batches, "sgd", OptionalDouble.empty(), PeerPrecision.FLOAT64));

        Map<String, double[]> exact = ExactSteps.gradients(TrainingGraphs.gradient(plan), batches.get(0));
        assertThat(ran.engine()).startsWith("PyTorch 2.");
        assertThat(ran.threads()).isEqualTo(1);
        assertThat(ExactSteps.distance(ran.gradients(), exact)).isLessThan(bound);
        assertThat(ran.steps().get(0).loss()).isCloseTo(exact.get(TrainingGraph.LOSS)[0], offset(1e-12));
    }

    @ParameterizedTest
    @CsvSource({
        "sgd, , 1e-13",
        "momentum, , 1e-13",
        "nesterov, , 1e-13",
        "nesterov, 0.5, 1e-5",
        "adam, , 1e-6",
        "adamw, 0.5, 1e-5"
    })
    @Tag("pytorch")
    @Tag("full")
    void its_trajectory_of_twenty_steps_is_ours(String optimizer, Double norm, double bound) {
        Network network = MLP;
        List<Map<String, Tensor>> batches = RandomBatches.of(network, BATCH, 20);
        OptionalDouble clip = norm == null ? OptionalDouble.empty() : OptionalDouble.of(norm);
        Optimizer ours = Optimizers.of(optimizer, SETTINGS);
        TrainingPlan plan = plan(network, ours, clip);
        Map<String, double[]> exact = ExactSteps.trained(TrainingGraphs.step(plan), ours, batches);

        PeerRun.Ran wide = ran(train(TrainingGraphs.forward(plan), batches, optimizer, clip, PeerPrecision.FLOAT64));
        assertThat(ExactSteps.distance(wide.parameters(), exact)).isLessThan(bound);
        assertThat(ExactSteps.distance(losses(wide), exact.get(TrainingGraph.LOSS)))
                .isLessThan(bound);
        assertThat(wide.steps()).allSatisfy(step -> {
            assertThat(step.forward()).isPositive();
            assertThat(step.backward()).isPositive();
            assertThat(step.update()).isPositive();
        });
    }

    private static double[] losses(PeerRun.Ran ran) {
        return ran.steps().stream().mapToDouble(PeerStep::loss).toArray();
    }

    @Test
    @Tag("pytorch")
    @Tag("full")
    void in_32_bits_it_stays_near_and_is_the_same_twice() {
        Network network = new AttentionBlock();
        List<Map<String, Tensor>> batches = RandomBatches.of(network, BATCH, 8);
        Optimizer ours = Optimizers.of("adam", SETTINGS);
        TrainingPlan plan = plan(network, ours, OptionalDouble.empty());
        TrainingGraph forward = TrainingGraphs.forward(plan);

        PeerRun.Ran narrow = ran(train(forward, batches, "adam", OptionalDouble.empty(), PeerPrecision.FLOAT32));
        Map<String, double[]> exact = ExactSteps.trained(TrainingGraphs.step(plan), ours, batches);
        assertThat(narrow.parameters().values()).allMatch(each -> each.dtype() == DType.FLOAT32);
        assertThat(ExactSteps.distance(narrow.parameters(), exact)).isBetween(1e-9, 1e-3);
        assertThat(ran(train(forward, batches, "adam", OptionalDouble.empty(), PeerPrecision.FLOAT32))
                        .parameters())
                .isEqualTo(narrow.parameters());
    }

    /** With what the comparison is for as its negative control. */
    @Test
    @Tag("pytorch")
    void it_agrees_with_our_rules_and_not_with_one_whose_sign_is_flipped() {
        Network network = MLP;
        List<Map<String, Tensor>> batches = RandomBatches.of(network, BATCH, 1);
        Map<String, Tensor> theirs = ran(train(
                        TrainingGraphs.forward(plan(network)),
                        batches,
                        "sgd",
                        OptionalDouble.empty(),
                        PeerPrecision.FLOAT64))
                .gradients();

        assertThat(distance(theirs, StandardRules.all(), batches)).isLessThan(1e-13);
        assertThat(List.of("MatMul", "Relu", "Log", "Add"))
                .allSatisfy(operator -> assertThat(distance(theirs, SpoiledRules.flipped(operator), batches))
                        .isGreaterThan(0.1));
    }

    private static double distance(Map<String, Tensor> theirs, GradientRules rules, List<Map<String, Tensor>> batches) {
        return ExactSteps.distance(
                theirs, ExactSteps.gradients(SpoiledRules.gradient(MLP, rules, BATCH), batches.get(0)));
    }

    @Test
    @Tag("pytorch")
    @Tag("full")
    void an_operator_that_it_does_not_know_is_named_and_nothing_is_trained() {
        GraphBuilder graph = new GraphBuilder("forward");
        Operators on = new Operators(graph);
        Symbol weight = graph.parameter("weight", Tensor.floats(Shape.of(2), 1, 2), true);
        Symbol folded = graph.op("CumSum", List.of(weight, graph.constant(Tensor.longs(Shape.of(), 0))));
        graph.output(TrainingGraph.LOSS, on.total(folded));
        TrainingGraph forward = new TrainingGraph(graph.model(), graph.parameters(), Map.of(), Map.of());

        assertThat(train(forward, List.of(Map.of()), "sgd", OptionalDouble.empty(), PeerPrecision.FLOAT32))
                .isInstanceOfSatisfying(PeerRun.Unavailable.class, absent -> {
                    assertThat(absent.failure().code()).isEqualTo(ErrorCode.OPERATOR_UNSUPPORTED);
                    assertThat(absent.failure().message()).isEqualTo("PyTorch as a reference knows no CumSum");
                });
    }

    @Test
    @Tag("pytorch")
    @Tag("full")
    void a_form_that_it_does_not_know_is_named_too() {
        GraphBuilder graph = new GraphBuilder("forward");
        Operators on = new Operators(graph);
        Symbol weight = graph.parameter("weight", Tensor.floats(Shape.of(1, 1, 8), 1, 2, 3, 4, 5, 6, 7, 8), true);
        Symbol pooled = graph.op(
                "MaxPool", List.of(weight), Attributes.ints("kernel_shape", 2), Attributes.ints("dilations", 2));
        graph.output(TrainingGraph.LOSS, on.total(pooled));
        TrainingGraph forward = new TrainingGraph(graph.model(), graph.parameters(), Map.of(), Map.of());

        assertThat(train(forward, List.of(Map.of()), "sgd", OptionalDouble.empty(), PeerPrecision.FLOAT32))
                .isInstanceOfSatisfying(
                        PeerRun.Unavailable.class,
                        absent -> assertThat(absent.failure().message()).contains("no MaxPool with dilations"));
    }

    @Test
    @Tag("pytorch")
    @Tag("full")
    void a_batch_of_another_shape_is_told_by_its_input() {
        Network network = MLP;
        Map<String, Tensor> batch =
                new LinkedHashMap<>(RandomBatches.of(network, BATCH, 1).get(0));
        batch.put(TrainingGraph.TARGETS, Tensor.floats(Shape.of(3), 1, 0, 0));

        assertThat(train(
                        TrainingGraphs.forward(plan(network)),
                        List.of(batch),
                        "sgd",
                        OptionalDouble.empty(),
                        PeerPrecision.FLOAT32))
                .isInstanceOfSatisfying(PeerRun.Failed.class, failed -> {
                    assertThat(failed.failure().code()).isEqualTo(ErrorCode.INPUT_MISMATCH);
                    assertThat(failed.failure().message()).contains("'targets'");
                    assertThat(failed.steps()).isEmpty();
                });
    }

    @Test
    void without_the_part_it_says_what_to_do() {
        Network network = MLP;

        assertThat(train(
                        TrainingGraphs.forward(plan(network)),
                        RandomBatches.of(network, BATCH, 1),
                        "sgd",
                        OptionalDouble.empty(),
                        PeerPrecision.FLOAT32))
                .isInstanceOfSatisfying(PeerRun.Unavailable.class, absent -> {
                    assertThat(absent.failure().code()).isEqualTo(ErrorCode.PART_UNAVAILABLE);
                    assertThat(absent.failure().remedies()).containsExactly("bascule install pytorch");
                });
    }
}
