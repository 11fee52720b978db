package dev.bascule.exact;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.DType;
import java.util.List;
import java.util.Set;

/** Tells which models have 16-bit floats. Stateless. */
final class NarrowFloats {
    private static final Set<Integer> NARROW = Set.of(DType.FLOAT16.onnx(), DType.BFLOAT16.onnx());

    private NarrowFloats() {}

    static boolean in(ModelProto model) {
        return in(model.getGraph())
                || model.getFunctionsList().stream().anyMatch(function -> in(function.getNodeList()));
    }

    private static boolean in(GraphProto graph) {
        return graph.getInitializerList().stream().anyMatch(tensor -> NARROW.contains(tensor.getDataType()))
                || graph.getInputList().stream().anyMatch(NarrowFloats::in)
                || graph.getOutputList().stream().anyMatch(NarrowFloats::in)
                || in(graph.getNodeList());
    }

    private static boolean in(ValueInfoProto value) {
        return NARROW.contains(value.getType().getTensorType().getElemType());
    }

    /** Casts, constants, and the graphs within. */
    private static boolean in(List<NodeProto> nodes) {
        return nodes.stream().flatMap(node -> node.getAttributeList().stream()).anyMatch(NarrowFloats::in);
    }

    private static boolean in(AttributeProto attribute) {
        return attribute.getName().equals("to") && NARROW.contains((int) attribute.getI())
                || attribute.hasT() && NARROW.contains(attribute.getT().getDataType())
                || attribute.hasG() && in(attribute.getG())
                || attribute.getGraphsList().stream().anyMatch(NarrowFloats::in);
    }
}
