package dev.bascule.prediction.work;

import dev.bascule.fallback.work.Kernel;
import dev.bascule.fallback.work.KernelTensor;
import java.util.List;
import java.util.Set;

/** Operators that an engine runs alike: what a unit of their work costs is learned for each class. */
public enum OperatorClass {
    /** Convolutions that mix channels, transposed ones too. */
    CONVOLUTION,
    /** Convolutions of one by one, which are products of matrices. */
    POINTWISE,
    /** Convolutions over one axis, of sound and other series. */
    CONVOLUTION_1D,
    /** Convolutions of each channel by itself, which memory bounds. */
    DEPTHWISE,
    /** Products of matrices, whole attention layers too. */
    MATMUL,
    /** Products of a matrix and a few vectors: each weight is read for hardly more than one operation. */
    MATVEC,
    /** LSTM, GRU and RNN, whose steps wait for each other. */
    RECURRENT,
    /** Normalisation over layers, groups, batches. */
    NORMALIZATION,
    SOFTMAX,
    /** One result for each element, by a formula of a few operations. */
    ELEMENTWISE,
    /** One result for each element, by a transcendental function. */
    ACTIVATION,
    /** Fewer results than elements: pools, sums, maxima. */
    REDUCTION,
    /** Elements that are only brought elsewhere. */
    MOVEMENT,
    /** Nothing is read or written: a view of the same memory, or a shape. */
    VIEW,
    /** Conversions between types and quantised forms, and products of quantised matrices. */
    QUANTIZATION,
    OTHER;

    private static final long FEW_ROWS = 4;

    private static final Set<String> CONVOLUTIONS =
            Set.of("Conv", "FusedConv", "NhwcFusedConv", "NhwcConv", "ConvTranspose");
    private static final Set<String> PRODUCTS = Set.of(
            "MatMul",
            "FusedMatMul",
            "Gemm",
            "FusedGemm",
            "MatMulNBits",
            "TransposeMatMul",
            "Attention",
            "MultiHeadAttention",
            "GroupQueryAttention",
            "DecoderMaskedMultiHeadAttention",
            "Einsum");
    private static final Set<String> RECURRENTS = Set.of("LSTM", "GRU", "RNN", "DynamicQuantizeLSTM", "AttnLSTM");
    private static final Set<String> NORMALIZATIONS = Set.of(
            "LayerNormalization",
            "SkipLayerNormalization",
            "EmbedLayerNormalization",
            "SimplifiedLayerNormalization",
            "SkipSimplifiedLayerNormalization",
            "RMSNormalization",
            "BatchNormalization",
            "InstanceNormalization",
            "GroupNormalization",
            "GroupNorm",
            "LpNormalization",
            "LRN");
    private static final Set<String> SOFTMAXES = Set.of("Softmax", "LogSoftmax", "BiasSoftmax");
    private static final Set<String> ACTIVATIONS = Set.of(
            "Sigmoid",
            "Tanh",
            "Erf",
            "Exp",
            "Log",
            "Gelu",
            "FastGelu",
            "BiasGelu",
            "QuickGelu",
            "Softplus",
            "Elu",
            "Selu",
            "Mish",
            "HardSwish",
            "HardSigmoid",
            "Pow",
            "Sqrt",
            "Reciprocal",
            "Sin",
            "Cos",
            "Swish",
            "RotaryEmbedding");
    private static final Set<String> ELEMENTWISES = Set.of(
            "Add",
            "Sub",
            "Mul",
            "Div",
            "Relu",
            "LeakyRelu",
            "PRelu",
            "Clip",
            "Neg",
            "Abs",
            "Min",
            "Max",
            "Sum",
            "Where",
            "Equal",
            "Less",
            "Greater",
            "LessOrEqual",
            "GreaterOrEqual",
            "And",
            "Or",
            "Not",
            "Floor",
            "Ceil",
            "Round",
            "Sign",
            "Mod",
            "Mean",
            "ThresholdedRelu",
            "IsNaN",
            "IsInf");
    private static final Set<String> REDUCTIONS = Set.of(
            "MaxPool",
            "AveragePool",
            "GlobalAveragePool",
            "GlobalMaxPool",
            "LpPool",
            "ArgMax",
            "ArgMin",
            "TopK",
            "CumSum");
    private static final Set<String> MOVEMENTS = Set.of(
            "Transpose",
            "Concat",
            "Split",
            "Slice",
            "Gather",
            "GatherND",
            "GatherElements",
            "ScatterND",
            "ScatterElements",
            "Pad",
            "Resize",
            "Upsample",
            "Expand",
            "Tile",
            "DepthToSpace",
            "SpaceToDepth",
            "ReorderInput",
            "ReorderOutput",
            "ConstantOfShape",
            "Range",
            "OneHot",
            "Trilu",
            "ReverseSequence",
            "Im2Col",
            "MemcpyToHost",
            "MemcpyFromHost");
    private static final Set<String> VIEWS =
            Set.of("Reshape", "Squeeze", "Unsqueeze", "Flatten", "Identity", "Shape", "Size", "Constant", "Dropout");

    /** The class of a kernel, by its operator and, of a convolution, by its weights. */
    public static OperatorClass of(Kernel kernel) {
        String operator = kernel.operator();
        if (CONVOLUTIONS.contains(operator)) {
            return convolution(kernel.inputs());
        }
        if (PRODUCTS.contains(operator)) {
            return hasFewRows(kernel) ? MATVEC : MATMUL;
        }
        if (RECURRENTS.contains(operator)) {
            return RECURRENT;
        }
        if (NORMALIZATIONS.contains(operator)) {
            return NORMALIZATION;
        }
        if (SOFTMAXES.contains(operator)) {
            return SOFTMAX;
        }
        if (ACTIVATIONS.contains(operator)) {
            return ACTIVATION;
        }
        if (ELEMENTWISES.contains(operator)) {
            return ELEMENTWISE;
        }
        if (REDUCTIONS.contains(operator) || operator.startsWith("Reduce")) {
            return REDUCTION;
        }
        if (MOVEMENTS.contains(operator)) {
            return MOVEMENT;
        }
        if (VIEWS.contains(operator)) {
            return VIEW;
        }
        return isQuantization(operator) ? QUANTIZATION : OTHER;
    }

    private static boolean isQuantization(String operator) {
        return operator.equals("Cast")
                || operator.contains("Quantize")
                || operator.startsWith("QLinear")
                || operator.startsWith("QGemm")
                || operator.endsWith("Integer")
                || operator.endsWith("IntegerToFloat");
    }

    /** Depthwise weights are [channels, 1, …] of an input with more than one channel. */
    private static OperatorClass convolution(List<KernelTensor> inputs) {
        if (inputs.size() < 2) {
            return CONVOLUTION;
        }
        List<Long> data = inputs.get(0).shape();
        List<Long> weights = inputs.get(1).shape();
        if (data.size() < 3 || weights.size() != data.size()) {
            return CONVOLUTION;
        }
        if (weights.get(1) == 1 && data.get(1) > 1) {
            return DEPTHWISE;
        }
        if (data.size() == 3) {
            return CONVOLUTION_1D;
        }
        boolean single = weights.stream().skip(2).allMatch(size -> size == 1);
        return single ? POINTWISE : CONVOLUTION;
    }

    private static boolean hasFewRows(Kernel kernel) {
        if (kernel.outputs().isEmpty()) {
            return false;
        }
        List<Long> shape = kernel.outputs().get(0).shape();
        return shape.size() < 2 || shape.get(shape.size() - 2) <= FEW_ROWS;
    }
}
