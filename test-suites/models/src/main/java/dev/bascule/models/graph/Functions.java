package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.NodeProto;
import java.util.Set;

/**
 * ONNX's own operators that are defined by a body of other operators, which an engine without a kernel for them puts in
 * their place (onnx/defs, versions up to opset 26). Stateless.
 */
final class Functions {
    private static final Set<String> OF_ONNX = Set.of(
            "AffineGrid",
            "Attention",
            "Bernoulli",
            "BlackmanWindow",
            "CastLike",
            "Celu",
            "CenterCropPad",
            "Clip",
            "DynamicQuantizeLinear",
            "Elu",
            "Gelu",
            "GreaterOrEqual",
            "GroupNormalization",
            "HammingWindow",
            "HannWindow",
            "HardSwish",
            "LayerNormalization",
            "LessOrEqual",
            "LogSoftmax",
            "MeanVarianceNormalization",
            "Mish",
            "NegativeLogLikelihoodLoss",
            "PRelu",
            "RMSNormalization",
            "Range",
            "ReduceL1",
            "ReduceL2",
            "ReduceLogSum",
            "ReduceLogSumExp",
            "ReduceSumSquare",
            "RotaryEmbedding",
            "Selu",
            "SequenceMap",
            "Shrink",
            "Softmax",
            "SoftmaxCrossEntropyLoss",
            "Softplus",
            "Softsign",
            "Swish",
            "ThresholdedRelu",
            "LpNormalization",
            "FlexAttention",
            "LinearAttention",
            "CausalConvWithState",
            "TensorScatter",
            "Adagrad",
            "Adam",
            "Momentum",
            "Gradient");

    /** Those whose bodies have products of matrices, convolutions or a function of the model's own in them. */
    private static final Set<String> HEAVY =
            Set.of("AffineGrid", "Attention", "CausalConvWithState", "FlexAttention", "LinearAttention", "SequenceMap");

    private Functions() {}

    /** Whether an engine may put other operators in its place. */
    static boolean has(NodeProto node) {
        return OF_ONNX.contains(node.getOpType());
    }

    /** Whether operators that compute much may come of it, or nobody here knows what an engine makes of it. */
    static boolean mayBecomeAnything(NodeProto node) {
        return HEAVY.contains(node.getOpType())
                || !(node.getDomain().isEmpty()
                        || node.getDomain().equals("ai.onnx")
                        || node.getDomain().equals("ai.onnx.ml"));
    }
}
