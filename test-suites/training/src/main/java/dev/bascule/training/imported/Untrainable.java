package dev.bascule.training.imported;

import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;

/** Refusals that say what cannot be trained. Stateless. */
final class Untrainable {
    private Untrainable() {}

    static BasculeException because(String why, Object... arguments) {
        return new BasculeException(ErrorCode.MODEL_UNTRAINABLE, why.formatted(arguments));
    }

    static BasculeException because(NodeProto node, String why) {
        return because("%s '%s' %s", node.getOpType(), node.getName(), why);
    }
}
