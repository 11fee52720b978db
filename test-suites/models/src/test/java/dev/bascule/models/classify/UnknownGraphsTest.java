package dev.bascule.models.classify;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.classify.ModelClassifier.Findings;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Graphs that show nothing: the negative control of every rule. */
class UnknownGraphsTest {
    private static final List<String> ONE = List.of("Relu", "Sigmoid", "Tanh", "Exp", "Abs", "Neg", "Sqrt", "Erf");
    private static final List<String> TWO = List.of("Add", "Mul", "Sub", "Div", "Max", "Min", "Pow");

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3, 4, 5, 6, 7, 8})
    void random_elementwise_operators_are_unknown_in_every_question(long seed) {
        Random random = new Random(seed);
        List<Integer> dims = seed % 2 == 0 ? List.of(1, 3, 64, 64) : List.of(1, 80, 100);
        GraphProto.Builder graph = GraphProto.newBuilder()
                .addInput(Protos.typed("x", DType.FLOAT32, dims))
                .addInput(Protos.typed("w", DType.FLOAT32, dims));
        List<String> values = new ArrayList<>(List.of("x", "w"));
        for (int i = 0; i < 60; i++) {
            boolean one = random.nextBoolean();
            List<String> from = one ? ONE : TWO;
            List<String> inputs = Stream.generate(() -> values.get(random.nextInt(values.size())))
                    .limit(one ? 1 : 2)
                    .toList();
            graph.addNode(Protos.node(from.get(random.nextInt(from.size())), "", inputs, List.of("v" + i)));
            values.add("v" + i);
        }
        graph.addOutput(Protos.typed("v59", DType.FLOAT32, dims));

        assertAllUnknown(Protos.model(17, graph));
    }

    @Test
    void a_graph_without_nodes_is_unknown() {
        assertAllUnknown(Protos.model(17, GraphProto.newBuilder()));
    }

    /** One convolution alone is no network, and one softmax no attention. */
    @Test
    void a_convolution_and_a_softmax_tell_a_picture_and_no_architecture() {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .addInput(Protos.typed("x", DType.FLOAT32, List.of(1, 3, 64, 64)))
                .addInitializer(Protos.tensor(
                        "w", Tensor.of(DType.FLOAT32, Shape.of(8, 3, 3, 3), ByteBuffer.allocate(8 * 27 * 4))))
                .addNode(Protos.node("Conv", "", List.of("x", "w"), List.of("y")))
                .addNode(Protos.node("Softmax", "", List.of("y"), List.of("z"), Attributes.integer("axis", 1)))
                .addOutput(Protos.typed("z", DType.FLOAT32, List.of(1, 8, 62, 62)));

        Findings found = Findings.of(Protos.model(17, graph));

        assertThat(found.family().leaning()).contains(Family.VISION);
        assertThat(found.architecture().leaning()).isEmpty();
        assertThat(found.architecture().against()).contains("1 Conv");
    }

    private static void assertAllUnknown(ModelProto model) {
        Findings found = Findings.of(model);
        assertThat(List.of(
                        found.family().strength(),
                        found.architecture().strength(),
                        found.task().strength()))
                .containsOnly(Strength.THIN);
        assertThat(found.architecture().against()).isNotBlank();
    }
}
