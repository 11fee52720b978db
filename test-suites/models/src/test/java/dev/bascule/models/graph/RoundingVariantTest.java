package dev.bascule.models.graph;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import java.util.List;
import org.junit.jupiter.api.Test;

class RoundingVariantTest {
    private static final Tensor X = Tensor.floats(Shape.of(2), 1, 2);
    private static final double MOVE = 1e-6;

    private static GraphProto.Builder graph() {
        return GraphProto.newBuilder()
                .setName("g")
                .addInput(Protos.typed("x", X))
                .addOutput(Protos.typed("y", X))
                .addInitializer(Protos.tensor("w", X));
    }

    private static NodeProto node(String operator, List<String> inputs, String output) {
        return Protos.node(operator, operator, inputs, List.of(output));
    }

    private static List<String> operators(ModelProto model) {
        return model.getGraph().getNodeList().stream().map(NodeProto::getOpType).toList();
    }

    @Test
    void each_result_that_is_rounded_is_moved_and_keeps_its_name() {
        ModelProto moved = RoundingVariant.of(
                        Protos.model(
                                17,
                                graph().addNode(node("Exp", List.of("x"), "e"))
                                        .addNode(node("Mul", List.of("e", "w"), "y"))),
                        MOVE,
                        0)
                .orElseThrow();

        assertThat(operators(moved))
                .containsExactly(
                        "Constant",
                        "Constant",
                        "Exp",
                        "Mul",
                        "Sin",
                        "Mul",
                        "Mul",
                        "Add",
                        "Mul",
                        "Mul",
                        "Sin",
                        "Mul",
                        "Mul",
                        "Add");
        assertThat(moved.getGraph().getNode(7).getOutput(0)).isEqualTo("e");
        assertThat(moved.getGraph().getNode(13).getOutput(0)).isEqualTo("y");
        assertThat(moved.getGraph().getOutputList()).hasSize(1);
    }

    @Test
    void what_follows_from_shapes_and_constants_alone_stays_as_it_is() {
        GraphProto.Builder graph = graph().addNode(node("Shape", List.of("x"), "s"))
                .addNode(Protos.node("Cast", "", List.of("s"), List.of("f"), Attributes.integer("to", 1)))
                .addNode(node("Mul", List.of("f", "f"), "size"))
                .addNode(node("Sqrt", List.of("w"), "root"))
                .addNode(node("Reshape", List.of("x", "s"), "r"))
                .addNode(node("Relu", List.of("r"), "y"));

        assertThat(RoundingVariant.of(Protos.model(17, graph), MOVE, 0)).isEmpty();
    }

    @Test
    void integers_and_values_of_unknown_type_are_not_moved() {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("g")
                .addInput(Protos.ofType("i", DType.INT64))
                .addOutput(Protos.ofType("j", DType.INT64))
                .addNode(node("Add", List.of("i", "i"), "j"));

        assertThat(RoundingVariant.of(Protos.model(17, graph), MOVE, 0)).isEmpty();
    }

    @Test
    void variants_move_in_other_ways() {
        ModelProto model = Protos.model(17, graph().addNode(node("Exp", List.of("x"), "y")));

        assertThat(RoundingVariant.of(model, MOVE, 0)).isNotEqualTo(RoundingVariant.of(model, MOVE, 1));
        assertThat(RoundingVariant.of(model, MOVE, 1)).isEqualTo(RoundingVariant.of(model, MOVE, 1));
    }
}
