package dev.bascule.exact.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.FunctionProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** The nodes of a model's own function, with the attributes of the node that calls it in their places. Stateless. */
final class FunctionBody {
    private FunctionBody() {}

    static List<NodeProto> of(FunctionProto function, List<AttributeProto> given) {
        Map<String, AttributeProto> attributes = new HashMap<>();
        function.getAttributeProtoList().forEach(usual -> attributes.put(usual.getName(), usual));
        given.forEach(attribute -> attributes.put(attribute.getName(), attribute));
        return nodes(function.getNodeList(), attributes);
    }

    private static List<NodeProto> nodes(List<NodeProto> nodes, Map<String, AttributeProto> given) {
        return nodes.stream().map(node -> node(node, given)).toList();
    }

    private static NodeProto node(NodeProto node, Map<String, AttributeProto> given) {
        NodeProto.Builder filled = node.toBuilder().clearAttribute();
        for (AttributeProto attribute : node.getAttributeList()) {
            String wanted = attribute.getRefAttrName();
            if (!wanted.isEmpty()) {
                // One that the caller leaves out is left out here.
                if (given.containsKey(wanted)) {
                    filled.addAttribute(given.get(wanted).toBuilder().setName(attribute.getName()));
                }
            } else if (attribute.hasG()) {
                GraphProto graph = attribute.getG();
                filled.addAttribute(attribute.toBuilder()
                        .setG(graph.toBuilder().clearNode().addAllNode(nodes(graph.getNodeList(), given))));
            } else {
                filled.addAttribute(attribute);
            }
        }
        return filled.build();
    }
}
