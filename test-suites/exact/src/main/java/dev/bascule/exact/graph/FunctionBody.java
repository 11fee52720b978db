package dev.bascule.exact.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The nodes of a model's own function, with the attributes of the node that calls it in their places. Immutable. */
final class FunctionBody {
    private final Map<String, AttributeProto> given = new HashMap<>();
    private final Set<String> absent;

    private FunctionBody(Set<String> absent) {
        this.absent = absent;
    }

    /** @param absent inputs of the function that the node which calls it leaves out; so do the nodes that take them */
    static List<NodeProto> of(FunctionProto function, List<AttributeProto> given, Set<String> absent) {
        FunctionBody body = new FunctionBody(absent);
        function.getAttributeProtoList().forEach(usual -> body.given.put(usual.getName(), usual));
        given.forEach(attribute -> body.given.put(attribute.getName(), attribute));
        return body.nodes(function.getNodeList());
    }

    private List<NodeProto> nodes(List<NodeProto> nodes) {
        return nodes.stream().map(this::node).toList();
    }

    private NodeProto node(NodeProto node) {
        NodeProto.Builder filled = node.toBuilder().clearAttribute();
        for (int i = 0; i < node.getInputCount(); i++) {
            if (absent.contains(node.getInput(i))) {
                filled.setInput(i, "");
            }
        }
        for (AttributeProto attribute : node.getAttributeList()) {
            String wanted = attribute.getRefAttrName();
            if (wanted.isEmpty()) {
                filled.addAttribute(filled(attribute));
            } else if (given.containsKey(wanted)) {
                filled.addAttribute(given.get(wanted).toBuilder().setName(attribute.getName()));
            }
            // One that the caller leaves out is left out here.
        }
        return filled.build();
    }

    private AttributeProto filled(AttributeProto attribute) {
        if (!attribute.hasG() && attribute.getGraphsCount() == 0) {
            return attribute;
        }
        AttributeProto.Builder filled = attribute.toBuilder().clearGraphs();
        if (attribute.hasG()) {
            filled.setG(graph(attribute.getG()));
        }
        attribute.getGraphsList().forEach(graph -> filled.addGraphs(graph(graph)));
        return filled.build();
    }

    private GraphProto graph(GraphProto graph) {
        return graph.toBuilder()
                .clearNode()
                .addAllNode(nodes(graph.getNodeList()))
                .build();
    }
}
