package dev.bascule.studies.reduce;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import dev.bascule.studies.reduce.Planted.Damage;
import dev.bascule.studies.reduce.trial.ReproModel;
import dev.bascule.studies.reduce.trial.Trial;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Faults planted in single nodes of generated models. The engine is played, so that this is checked on every machine; {@link
 * PlantedFaultTest} does the same with a real one.
 */
class PlantedEverywhereTest {
    private static final Trial RIGHT = new FakeEngine();
    private static final int SIDE = 4;
    /** So that no limit of time is reached. */
    private static final Clock STILL = Clock.fixed(Instant.EPOCH, ZoneOffset.UTC);

    /** A model as lines {@code made = Operator taken taken}; {@code x} is fed, {@code w1} and on are weights. */
    private static ReproModel model(List<String> outputs, String... lines) {
        GraphProto.Builder graph = GraphProto.newBuilder().setName("planted").addInput(Protos.typed("x", noise(0)));
        for (int weight = 1; weight <= 3; weight++) {
            graph.addInitializer(Protos.tensor("w" + weight, noise(weight)));
        }
        for (String line : lines) {
            String[] words = line.split(" = | ");
            graph.addNode(NodeProto.newBuilder()
                    .setName("make_" + words[0])
                    .setOpType(words[1])
                    .addAllInput(List.of(words).subList(2, words.length))
                    .addOutput(words[0]));
        }
        outputs.forEach(name -> graph.addOutput(Protos.ofType(name, DType.FLOAT32)));
        return new ReproModel(
                ModelProto.newBuilder()
                        .setIrVersion(8)
                        .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(17))
                        .setGraph(graph)
                        .build(),
                Map.of("x", noise(0)));
    }

    private static Tensor noise(int seed) {
        Random random = new Random(seed);
        float[] values = new float[SIDE * SIDE];
        for (int index = 0; index < values.length; index++) {
            values[index] = (float) random.nextGaussian();
        }
        return Tensor.floats(Shape.of(SIDE, SIDE), values);
    }

    private static final Map<String, ReproModel> MODELS = Map.of(
            "a chain",
            model(
                    List.of("h"),
                    "a = MatMul x w1",
                    "b = Tanh a",
                    "c = MatMul b w2",
                    "d = Sigmoid c",
                    "e = Transpose d",
                    "f = MatMul e w3",
                    "g = Neg f",
                    "h = Tanh g"),
            "two ways that meet",
            model(
                    List.of("g"),
                    "a = Tanh x",
                    "b = MatMul a w1",
                    "c = Mul a w2",
                    "d = Sigmoid b",
                    "e = Sub d c",
                    "f = Add e x",
                    "g = MatMul f w3"),
            "two outputs of one stem",
            model(
                    List.of("d", "h"),
                    "a = MatMul x w1",
                    "b = Relu a",
                    "c = MatMul b w2",
                    "d = Tanh c",
                    "e = Transpose b",
                    "f = Add e w3",
                    "g = Mul f w2",
                    "h = Sub g a"),
            "the same operator again and again",
            model(
                    List.of("f"),
                    "a = Add x w1",
                    "b = Add a w2",
                    "c = Add b a",
                    "d = Add c w3",
                    "e = Add d b",
                    "f = Add e c"));

    /** Every node of every model, each with another damage in turn. */
    static Stream<Arguments> planted() {
        List<Arguments> all = new ArrayList<>();
        MODELS.keySet().stream().sorted().forEach(name -> {
            for (int node = 0; node < MODELS.get(name).nodes(); node++) {
                Damage[] visible = {Damage.SCALE, Damage.NEGATE, Damage.DRIFT};
                all.add(Arguments.of(name, node, visible[(node + name.length()) % visible.length]));
            }
        });
        return all.stream();
    }

    private static Reduction reduce(ReproModel repro, Trial target) {
        return new Reducer(RIGHT, target, new Reducer.Limits(Duration.ofMinutes(1), 40), 1, STILL)
                .reduce(repro, Optional.empty(), step -> {});
    }

    @ParameterizedTest
    @MethodSource("planted")
    void the_planted_node_is_named_exactly(String model, int node, Damage damage) {
        ReproModel repro = MODELS.get(model);
        NodeProto concerned = repro.model().getGraph().getNode(node);

        Reduction reduction =
                reduce(repro, Planted.wrong(RIGHT, each -> each.getName().equals(concerned.getName()), damage));

        assertThat(reduction).isInstanceOf(Reduction.Reduced.class);
        Reduction.Reduced reduced = (Reduction.Reduced) reduction;
        FaultyNode faultyNode = reduced.faultyNode().orElseThrow();
        assertThat(faultyNode.index()).as(reduced.steps().toString()).isEqualTo(node);
        assertThat(faultyNode.name()).isEqualTo(concerned.getName());
        assertThat(reduced.repro().nodes()).isEqualTo(1);
    }

    @Test
    void there_are_at_least_twenty_in_at_least_three_models() {
        assertThat(planted().count()).isGreaterThanOrEqualTo(20);
        assertThat(MODELS).hasSizeGreaterThanOrEqualTo(3);
    }

    @Test
    void negative_control_without_a_fault_nothing_is_named() {
        assertThat(MODELS.values())
                .allSatisfy(model -> assertThat(reduce(model, RIGHT)).isInstanceOf(Reduction.NotFailing.class));
    }

    /** Negative control: two faults in one model, of which the later must not be named. */
    @Test
    void of_two_faults_the_first_is_named() {
        Trial both = Planted.wrong(RIGHT, each -> List.of("make_c", "make_g").contains(each.getName()), Damage.SCALE);
        Reduction.Reduced reduced = (Reduction.Reduced) reduce(MODELS.get("a chain"), both);
        assertThat(reduced.faultyNode().orElseThrow().name()).isEqualTo("make_c");
    }
}
