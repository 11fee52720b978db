package dev.bascule.exact.graph;

import static dev.bascule.exact.Graphs.floats;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import dev.bascule.exact.ExactModel;
import dev.bascule.exact.ExactResult;
import dev.bascule.exact.array.Reals;
import dev.bascule.fallback.tensor.Value;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class FunctionBodyTest {
    private static final OperatorSetIdProto ONNX =
            OperatorSetIdProto.newBuilder().setDomain("").setVersion(17).build();

    @Test
    void an_input_that_the_caller_leaves_out_is_left_out_within() {
        FunctionProto clip = function("", node("Clip", "y", "x", "least", "most"), "x", "least", "most");
        assertThat(run(List.of(clip), "", "x", "zero")).containsExactly(0, 5);
        assertThat(run(List.of(clip), "", "x", "", "zero")).containsExactly(-2, 0);
    }

    @Test
    void functions_of_one_name_are_told_apart_by_their_overload() {
        List<FunctionProto> both =
                List.of(function("", node("Neg", "y", "x"), "x"), function("abs", node("Abs", "y", "x"), "x"));
        assertThat(run(both, "", "x")).containsExactly(2, -5);
        assertThat(run(both, "abs", "x")).containsExactly(2, 5);
    }

    @Test
    void attributes_are_filled_into_every_graph_of_a_node() {
        AttributeProto reference = AttributeProto.newBuilder()
                .setName("alpha")
                .setRefAttrName("slope")
                .build();
        GraphProto graph = GraphProto.newBuilder()
                .addNode(node("LeakyRelu", "y", "x").toBuilder().addAttribute(reference))
                .build();
        NodeProto holder = NodeProto.newBuilder()
                .addAttribute(AttributeProto.newBuilder().setName("all").addGraphs(graph))
                .build();
        FunctionProto function = function("", holder, "x");
        AttributeProto filled = FunctionBody.of(function, List.of(Attributes.real("slope", 0.5)), Set.of())
                .get(0)
                .getAttribute(0)
                .getGraphs(0)
                .getNode(0)
                .getAttribute(0);
        assertThat(filled.getName()).isEqualTo("alpha");
        assertThat(filled.getF()).isEqualTo(0.5F);
    }

    private static NodeProto node(String operator, String output, String... inputs) {
        return Protos.node(operator, operator, List.of(inputs), List.of(output));
    }

    private static FunctionProto function(String overload, NodeProto node, String... inputs) {
        return FunctionProto.newBuilder()
                .setDomain("own")
                .setName("F")
                .setOverload(overload)
                .addAllInput(List.of(inputs))
                .addOutput("y")
                .addNode(node)
                .addOpsetImport(ONNX)
                .build();
    }

    private static double[] run(List<FunctionProto> functions, String overload, String... inputs) {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .addInput(Protos.typed("x", floats(-2, 5)))
                .addInitializer(Protos.tensor("zero", floats(0)))
                .addNode(node("F", "y", inputs).toBuilder().setDomain("own").setOverload(overload));
        ModelProto model = Protos.model(17, graph).toBuilder()
                .addOpsetImport(OperatorSetIdProto.newBuilder().setDomain("own").setVersion(1))
                .addAllFunctions(functions)
                .build();
        ExactResult result = new ExactModel(model)
                .run(Map.of("x", Value.of(floats(-2, 5))), List.of("y"), ExactModel.Plan.EXACT_ONLY, () -> false);
        return ((Reals) ((ExactResult.Known) result).output("y").exact()).data();
    }
}
