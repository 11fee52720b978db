package dev.bascule.app.quantizer;

import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.util.function.Consumer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What another's program hands back is taken for the same model, quantised, or for nothing. */
@Tag("attack")
class PeerModelTest {
    private static ValueInfoProto value(String name, int type, long... dims) {
        TensorShapeProto.Builder shape = TensorShapeProto.newBuilder();
        for (long dim : dims) {
            shape.addDim(TensorShapeProto.Dimension.newBuilder().setDimValue(dim));
        }
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder()
                        .setTensorType(
                                TypeProto.Tensor.newBuilder().setElemType(type).setShape(shape)))
                .build();
    }

    private static GraphProto.Builder graph(String operator) {
        return GraphProto.newBuilder()
                .addInput(value("x", 1, 1, 4))
                .addInput(value("w", 1, 4, 2))
                .addInitializer(TensorProto.newBuilder().setName("w"))
                .addOutput(value("y", 1, 1, 2))
                .addNode(NodeProto.newBuilder().setOpType("MatMul"))
                .addNode(NodeProto.newBuilder().setOpType(operator));
    }

    private static ModelProto model(GraphProto.Builder graph) {
        return ModelProto.newBuilder().setGraph(graph).build();
    }

    private static final ModelProto ORIGINAL = model(graph("Relu"));

    private static String refusal(Consumer<GraphProto.Builder> change) {
        GraphProto.Builder graph = graph("QuantizeLinear");
        change.accept(graph);
        return PeerModel.refusal(ORIGINAL, model(graph)).orElse("taken");
    }

    @Test
    void the_same_model_with_quantised_products_is_taken() {
        assertThat(refusal(graph -> {})).isEqualTo("taken");
        // Constants need not be inputs any more.
        assertThat(refusal(graph -> graph.removeInput(1))).isEqualTo("taken");
        assertThat(refusal(graph -> graph.setOutput(
                        0,
                        ValueInfoProto.newBuilder()
                                .setName("y")
                                .setType(TypeProto.newBuilder()
                                        .setTensorType(
                                                TypeProto.Tensor.newBuilder().setElemType(1))))))
                .isEqualTo("taken");
    }

    private static NodeProto inside(GraphProto.Builder graph) {
        return NodeProto.newBuilder()
                .setOpType("If")
                .addAttribute(AttributeProto.newBuilder().setName("then_branch").setG(graph))
                .build();
    }

    @Test
    void of_a_model_that_is_quantised_already_an_unchanged_copy_is_refused() {
        ModelProto quantised = model(graph("QuantizeLinear"));
        ModelProto more = model(graph("QuantizeLinear")
                .addNode(inside(
                        GraphProto.newBuilder().addNode(NodeProto.newBuilder().setOpType("DequantizeLinear")))));

        assertThat(PeerModel.refusal(quantised, quantised))
                .contains("it changed nothing: the model is quantised already, and its model is no more so");
        assertThat(PeerModel.refusal(quantised, more)).isEmpty();
        assertThat(PeerModel.refusal(more, quantised)).isPresent();
    }

    @Test
    void another_model_is_refused_by_what_it_takes_and_gives() {
        assertThat(refusal(graph -> graph.setOutput(0, value("z", 1, 1, 2))))
                .isEqualTo(
                        "what it made is another model: its outputs are 'z' of type 1[1, 2], not 'y' of type 1[1, 2]");
        assertThat(refusal(graph -> graph.setOutput(0, value("y", 1, 1, 3)))).contains("another model: its outputs");
        assertThat(refusal(graph -> graph.setOutput(0, value("y", 1, 1, 2, 1)))).contains("another model: its outputs");
        assertThat(refusal(graph -> graph.setOutput(0, value("y", 10, 1, 2)))).contains("another model: its outputs");
        assertThat(refusal(graph -> graph.addOutput(value("more", 1, 1)))).contains("another model: its outputs");
        assertThat(refusal(graph -> graph.setInput(0, value("x", 1, 2, 4)))).contains("another model: its inputs");
        assertThat(refusal(GraphProto.Builder::clearInitializer)).contains("another model: its inputs");
    }

    @Test
    void what_is_not_quantised_or_reaches_elsewhere_is_refused() {
        assertThat(PeerModel.refusal(ORIGINAL, ORIGINAL))
                .hasValueSatisfying(why -> assertThat(why).contains("it changed nothing"));
        assertThat(refusal(graph -> graph.addInitializer(
                        TensorProto.newBuilder().setName("far").setDataLocation(TensorProto.DataLocation.EXTERNAL))))
                .isEqualTo("it left the weight 'far' in another file");
        assertThat(refusal(graph -> graph.addNode(inside(GraphProto.newBuilder()
                        .addInitializer(TensorProto.newBuilder()
                                .setName("deep")
                                .setDataLocation(TensorProto.DataLocation.EXTERNAL))))))
                .isEqualTo("it left the weight 'deep' in another file");
        assertThat(refusal(graph -> graph.addNode(inside(GraphProto.newBuilder()
                        .addNode(NodeProto.newBuilder().setOpType("Load").setDomain("their.own"))))))
                .isEqualTo("it put Load of the domain 'their.own' into the model");
        assertThat(refusal(graph -> graph.addNode(NodeProto.newBuilder()
                        .setOpType("Constant")
                        .addAttribute(AttributeProto.newBuilder()
                                .setT(TensorProto.newBuilder()
                                        .setName("value")
                                        .setDataLocation(TensorProto.DataLocation.EXTERNAL))))))
                .isEqualTo("it left the weight 'value' in another file");
        assertThat(refusal(graph ->
                        graph.addNode(NodeProto.newBuilder().setOpType("Load").setDomain("their.own"))))
                .isEqualTo("it put Load of the domain 'their.own' into the model");
    }
}
