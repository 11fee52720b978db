package dev.bascule.benchmark;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import java.util.List;
import java.util.Optional;

/** A function that is taken for another one close to it. Stateless. */
final class GeluFault {
    private GeluFault() {}

    /** Every GELU in the form of its approximation by tanh. Graphs before operator set 20 write its erf as a node. */
    static Optional<ModelProto> tanhForm(ModelProto model) {
        ModelProto changed = model;
        for (int place = model.getGraph().getNodeCount() - 1; place >= 0; place--) {
            NodeProto node = model.getGraph().getNode(place);
            if (node.getOpType().equals("Erf")) {
                changed = NodeFaults.replaced(changed, place, byTanh(node));
            } else if (node.getOpType().equals("Gelu")) {
                changed = NodeFaults.replaced(
                        changed, place, List.of(NodeFaults.with(node, Attributes.text("approximate", "tanh"))));
            }
        }
        return changed.equals(model) ? Optional.empty() : Optional.of(withScalars(changed));
    }

    /** With z = x/√2, √(2/π) × (x + 0.044715 x³) is 2/√π × (z + 0.08943 z³). */
    private static List<NodeProto> byTanh(NodeProto erf) {
        String z = erf.getInput(0);
        String own = "fault." + erf.getOutput(0);
        return List.of(
                node("Mul", own + ".square", z, z),
                node("Mul", own + ".cube", own + ".square", z),
                node("Mul", own + ".part", own + ".cube", "fault.cubic"),
                node("Add", own + ".sum", z, own + ".part"),
                node("Mul", own + ".scaled", own + ".sum", "fault.linear"),
                node("Tanh", erf.getOutput(0), own + ".scaled"));
    }

    private static ModelProto withScalars(ModelProto model) {
        GraphProto.Builder graph = model.getGraph().toBuilder();
        graph.addInitializer(Protos.tensor("fault.cubic", Tensor.floats(Shape.of(), 0.08943f)));
        graph.addInitializer(Protos.tensor(
                "fault.linear", Tensor.floats(Shape.of(), (float) (2 / Math.sqrt(Math.PI)))));
        return model.toBuilder().setGraph(graph).build();
    }

    private static NodeProto node(String operator, String output, String... inputs) {
        return Protos.node(operator, output, List.of(inputs), List.of(output));
    }
}
