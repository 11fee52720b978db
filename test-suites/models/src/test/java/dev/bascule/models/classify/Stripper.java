package dev.bascule.models.classify;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto.Dimension;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import java.util.HashMap;
import java.util.Map;

/** Takes the names of values, nodes, dimensions and graphs from a model, and what it says of itself. Used for one model. */
final class Stripper {
    private final Map<String, String> values = new HashMap<>();
    private final Map<String, String> dims = new HashMap<>();

    private Stripper() {}

    static ModelProto strip(ModelProto model) {
        ModelProto.Builder bare = ModelProto.newBuilder()
                .setIrVersion(model.getIrVersion())
                .addAllOpsetImport(model.getOpsetImportList())
                .addAllFunctions(model.getFunctionsList())
                .setGraph(new Stripper().graph(model.getGraph()));
        return bare.build();
    }

    private GraphProto graph(GraphProto graph) {
        GraphProto.Builder bare = GraphProto.newBuilder().setName("g");
        graph.getInputList().forEach(info -> bare.addInput(info(info)));
        graph.getOutputList().forEach(info -> bare.addOutput(info(info)));
        graph.getValueInfoList().forEach(info -> bare.addValueInfo(info(info)));
        graph.getInitializerList()
                .forEach(tensor -> bare.addInitializer(
                        tensor.toBuilder().setName(value(tensor.getName())).clearDocString()));
        graph.getNodeList().forEach(node -> bare.addNode(node(node)));
        return bare.build();
    }

    private NodeProto node(NodeProto node) {
        NodeProto.Builder bare =
                node.toBuilder().clearName().clearDocString().clearInput().clearOutput();
        node.getInputList().forEach(name -> bare.addInput(value(name)));
        node.getOutputList().forEach(name -> bare.addOutput(value(name)));
        for (int i = 0; i < node.getAttributeCount(); i++) {
            AttributeProto attribute = node.getAttribute(i);
            if (attribute.hasG()) {
                bare.setAttribute(i, attribute.toBuilder().setG(graph(attribute.getG())));
            }
        }
        return bare.build();
    }

    private ValueInfoProto info(ValueInfoProto info) {
        ValueInfoProto.Builder bare =
                info.toBuilder().setName(value(info.getName())).clearDocString();
        if (info.getType().hasTensorType() && info.getType().getTensorType().hasShape()) {
            for (Dimension.Builder dim : bare.getTypeBuilder()
                    .getTensorTypeBuilder()
                    .getShapeBuilder()
                    .getDimBuilderList()) {
                if (dim.hasDimParam()) {
                    dim.setDimParam(dims.computeIfAbsent(dim.getDimParam(), any -> "d" + dims.size()));
                }
            }
        }
        return bare.build();
    }

    private String value(String name) {
        return name.isEmpty() ? name : values.computeIfAbsent(name, any -> "v" + values.size());
    }
}
