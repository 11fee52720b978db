package dev.bascule.models.graph;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import java.util.List;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Operators that a model has without its outputs following them: a pass of the model says nothing of these. */
@Tag("red-team")
class OutputDependenciesTest {
    private static final Tensor ZEROS = Tensor.floats(Shape.of(2), 0, 0);
    private static final Tensor ONES = Tensor.floats(Shape.of(2), 1, 1);

    private static GraphProto.Builder graph(NodeProto... nodes) {
        return GraphProto.newBuilder()
                .setName("g")
                .addInput(Protos.typed("x", ONES))
                .addOutput(Protos.typed("y", ONES))
                .addInitializer(Protos.tensor("zeros", ZEROS))
                .addInitializer(Protos.tensor("ones", ONES))
                .addAllNode(List.of(nodes));
    }

    private static NodeProto node(String operator, String inputs, String output, AttributeProto... attributes) {
        return Protos.node(operator, "", List.of(inputs.split(",")), List.of(output), attributes);
    }

    /** Each operator with the nodes that count, of all. */
    private static String read(GraphProto.Builder graph) {
        return SignatureReader.of(Protos.model(17, graph)).stream()
                .map(each -> "%s %d/%d".formatted(each.operator(), each.influencing(), each.nodes()))
                .collect(Collectors.joining(", "));
    }

    @Test
    void an_operator_that_is_multiplied_by_zero_does_not_count() {
        assertThat(read(graph(node("Erf", "x", "e"), node("Mul", "e,zeros", "m"), node("Add", "x,m", "y"))))
                .isEqualTo("Add 1/1, Erf 0/1, Mul 1/1");
        assertThat(read(graph(node("Erf", "x", "e"), node("Mul", "e,ones", "m"), node("Add", "x,m", "y"))))
                .as("the honest twin")
                .isEqualTo("Add 1/1, Erf 1/1, Mul 1/1");
    }

    @Test
    void an_operator_whose_result_nobody_asks_for_does_not_count() {
        assertThat(read(graph(node("Erf", "x", "e"), node("Erf", "x", "y"), node("Tanh", "e", "t"))))
                .isEqualTo("Erf 1/2, Tanh 0/1");
    }

    @Test
    void one_that_is_asked_for_its_shape_or_subtracted_from_itself_does_not_count() {
        assertThat(read(graph(node("Erf", "x", "e"), node("Shape", "e", "s"), node("Expand", "x,s", "y"))))
                .isEqualTo("Erf 0/1, Expand 1/1, Shape 1/1");
        assertThat(read(graph(node("Erf", "x", "e"), node("Sub", "e,e", "z"), node("Add", "x,z", "y"))))
                .isEqualTo("Add 1/1, Erf 0/1, Sub 1/1");
    }

    @ParameterizedTest
    @CsvSource({
        "Mul,'zeros,e'",
        "MatMul,'e,zeros'",
        "Gemm,'zeros,e'",
        "Conv,'e,zeros'",
        "Div,'zeros,e'",
        "Pow,'e,zeros'"
    })
    void zeros_hide_what_meets_them(String operator, String inputs) {
        assertThat(read(graph(node("Erf", "x", "e"), node(operator, inputs, "y"))))
                .contains("Erf 0/1");
        assertThat(read(graph(node("Erf", "x", "e"), node(operator, inputs.replace("zeros", "ones"), "y"))))
                .contains("Erf 1/1");
    }

    @Test
    void zeros_may_be_made_by_a_constant_and_moved_around() {
        AttributeProto value = AttributeProto.newBuilder()
                .setName("value")
                .setType(AttributeProto.AttributeType.TENSOR)
                .setT(Protos.tensor("", ZEROS))
                .build();
        NodeProto constant = Protos.node("Constant", "", List.of(), List.of("c"), value);
        assertThat(read(graph(
                        constant,
                        node("Identity", "c", "z"),
                        node("Erf", "x", "e"),
                        node("Mul", "z,e", "m"),
                        node("Add", "x,m", "y"))))
                .contains("Erf 0/1");
    }

    @Test
    void what_a_branch_asks_of_the_graph_around_it_counts() {
        GraphProto branch = GraphProto.newBuilder()
                .setName("b")
                .addNode(node("Tanh", "e", "t"))
                .addNode(node("Relu", "t", "unasked"))
                .addOutput(Protos.typed("t", ONES))
                .build();
        AttributeProto then = AttributeProto.newBuilder()
                .setName("then_branch")
                .setType(AttributeProto.AttributeType.GRAPH)
                .setG(branch)
                .build();
        GraphProto.Builder graph = graph(node("Erf", "x", "e"), node("Exp", "x", "d"), node("If", "c", "y", then))
                .addInput(Protos.ofType("c", DType.BOOL));
        assertThat(read(graph)).isEqualTo("Erf 1/1, Exp 0/1, If 1/1, Relu 0/1, Tanh 1/1");
    }
}
