package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import com.google.protobuf.ByteString;
import java.util.HashSet;
import java.util.Set;

/** Names of a graph that stand for constants of nothing but zeros, as far as the model itself tells. Immutable once made. */
final class ZeroConstants {
    private final Set<String> names = new HashSet<>();

    /** Of this graph, with those of the graphs around it that it does not hide. */
    ZeroConstants in(GraphProto graph) {
        ZeroConstants here = new ZeroConstants();
        here.names.addAll(names);
        graph.getInputList().stream().map(ValueInfoProto::getName).forEach(here.names::remove);
        for (TensorProto tensor : graph.getInitializerList()) {
            here.note(tensor.getName(), isZero(tensor));
        }
        for (NodeProto node : graph.getNodeList()) {
            boolean zero = here.gives(node);
            node.getOutputList().forEach(name -> here.note(name, zero));
        }
        return here;
    }

    boolean has(String name) {
        return names.contains(name);
    }

    private void note(String name, boolean zero) {
        if (zero) {
            names.add(name);
        } else {
            names.remove(name);
        }
    }

    private boolean gives(NodeProto node) {
        return switch (node.getOpType()) {
            case "Constant" -> node.getAttributeList().stream().anyMatch(ZeroConstants::isZero);
            case "ConstantOfShape" -> node.getAttributeList().stream().allMatch(ZeroConstants::isZero);
            case "Identity", "Cast", "Reshape", "Expand", "Tile", "Transpose", "Slice", "Squeeze", "Unsqueeze", "Neg" ->
                node.getInputCount() > 0 && has(node.getInput(0));
            default -> false;
        };
    }

    private static boolean isZero(AttributeProto attribute) {
        return switch (attribute.getName()) {
            case "value" -> attribute.hasT() && isZero(attribute.getT());
            case "value_float" -> attribute.getF() == 0;
            case "value_int" -> attribute.getI() == 0;
            case "value_floats" -> attribute.getFloatsList().stream().allMatch(value -> value == 0);
            case "value_ints" -> attribute.getIntsList().stream().allMatch(value -> value == 0);
            default -> false;
        };
    }

    /** Values of one element or more that are there to be read, and all zero; minus zero is passed over. */
    private static boolean isZero(TensorProto tensor) {
        if (tensor.getDataLocation() == TensorProto.DataLocation.EXTERNAL) {
            return false;
        }
        ByteString raw = tensor.getRawData();
        for (int i = 0; i < raw.size(); i++) {
            if (raw.byteAt(i) != 0) {
                return false;
            }
        }
        int values = raw.size()
                + tensor.getFloatDataCount()
                + tensor.getInt32DataCount()
                + tensor.getInt64DataCount()
                + tensor.getDoubleDataCount()
                + tensor.getUint64DataCount();
        return values > 0
                && tensor.getFloatDataList().stream().allMatch(value -> value == 0)
                && tensor.getInt32DataList().stream().allMatch(value -> value == 0)
                && tensor.getInt64DataList().stream().allMatch(value -> value == 0)
                && tensor.getDoubleDataList().stream().allMatch(value -> value == 0)
                && tensor.getUint64DataList().stream().allMatch(value -> value == 0);
    }
}
