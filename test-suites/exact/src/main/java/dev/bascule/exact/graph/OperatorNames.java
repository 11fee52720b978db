package dev.bascule.exact.graph;

import ai.onnx.proto.OnnxMl.NodeProto;

/** Operators as people call them. Stateless. */
final class OperatorNames {
    private OperatorNames() {}

    /** With its domain before a dot where that is not ONNX's own. */
    static String of(NodeProto node) {
        return node.getDomain().isEmpty() || node.getDomain().equals("ai.onnx")
                ? node.getOpType()
                : node.getDomain() + "." + node.getOpType();
    }
}
