package dev.bascule.models.graph;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.cases.OperatorSignature;
import dev.bascule.fallback.tensor.DType;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What element type comes out of an ONNX operator, by its type constraints in ONNX's Operators.md and ONNX Runtime's
 * ContribOperators.md. Whatever has no rule here is unknown, and so is what follows from an unknown. A sequence or optional
 * counts as what it holds. Stateless.
 */
final class ElementRules {
    private static final String CONTRIB = "com.microsoft";

    /** All their inputs and outputs are of one type. */
    private static final Set<String> ONE_TYPE =
            words("Abs Acos Acosh Add And Asin Asinh Atan Atanh AveragePool BitwiseAnd"
                    + " BitwiseNot BitwiseOr BitwiseXor Ceil Celu Concat Conv ConvTranspose Cos Cosh Det Div Einsum Elu Erf Exp"
                    + " Flatten Floor Gelu Gemm GlobalAveragePool GlobalLpPool GlobalMaxPool HardSigmoid HardSwish Hardmax Identity"
                    + " InstanceNormalization LRN LeakyRelu Log LogSoftmax LpNormalization LpPool MatMul Max MaxRoiPool Mean"
                    + " MeanVarianceNormalization Min Mish Mod Mul Neg Not Or PRelu Range Reciprocal Relu Round Selu"
                    + " Shrink Sigmoid Sign Sin Sinh Softmax Softplus Softsign Sqrt StringConcat Sub Sum Swish Tan Tanh"
                    + " ThresholdedRelu Xor GroupNormalization");

    /** Every output is of the first input's type, whatever the other inputs are. */
    private static final Set<String> LIKE_FIRST = words("AffineGrid BitShift CenterCropPad Clip Col2Im Compress CumProd"
            + " CumSum DepthToSpace Dropout Expand GRU Gather GatherElements GatherND GridSample LSTM"
            + " LayerNormalization MaxPool MaxUnpool NegativeLogLikelihoodLoss Pad Pow RNN ReduceL1 ReduceL2 ReduceLogSum"
            + " ReduceLogSumExp ReduceMax ReduceMean ReduceMin ReduceProd ReduceSum ReduceSumSquare Reshape Resize"
            + " ReverseSequence RoiAlign RotaryEmbedding Scatter ScatterElements ScatterND SequenceAt SequenceConstruct"
            + " SequenceErase SequenceInsert ConcatFromSequence SplitToSequence Slice SoftmaxCrossEntropyLoss SpaceToDepth"
            + " Split Squeeze STFT DFT StringNormalizer StringSplit TensorScatter Tile TopK Transpose Trilu Unique Unsqueeze"
            + " Upsample BatchNormalization Attention OptionalGetElement SimplifiedLayerNormalization");

    private static final Map<String, DType> FIXED = fixed();

    /** Of ONNX Runtime's own: first output like first input. */
    private static final Set<String> CONTRIB_LIKE_FIRST =
            words("Gelu FastGelu BiasGelu QuickGelu FusedConv FusedMatMul FusedGemm"
                    + " SkipLayerNormalization SkipSimplifiedLayerNormalization Attention MultiHeadAttention GroupQueryAttention"
                    + " RotaryEmbedding MatMulNBits NhwcMaxPool Inverse Pad Trilu");

    /** Whose outputs after the first are indices, or differ from version to version. */
    private static final Map<String, Optional<DType>> FURTHER = Map.of(
            "TopK", Optional.of(DType.INT64),
            "MaxPool", Optional.of(DType.INT64),
            "Unique", Optional.of(DType.INT64),
            "StringSplit", Optional.of(DType.INT64),
            "Dropout", Optional.empty(),
            "LayerNormalization", Optional.empty(),
            "BatchNormalization", Optional.empty(),
            "Attention", Optional.empty(),
            "SimplifiedLayerNormalization", Optional.empty());

    /** Operators whose output is like another input than the first. */
    private static final Map<String, Integer> LIKE_INPUT =
            Map.of("Where", 1, "CastLike", 1, "OneHot", 2, "QLinearConv", 7, "QLinearMatMul", 7, "RMSNormalization", 1);

    private ElementRules() {}

    /** The input that an operator works on: the first, but for a choice between two others. */
    static int dataInput(NodeProto node) {
        return node.getOpType().equals("Where") ? 1 : 0;
    }

    /** Whether all inputs are of one type, so that any of them tells. */
    static boolean isOneType(NodeProto node) {
        return domain(node).equals(OperatorSignature.ONNX) && ONE_TYPE.contains(node.getOpType());
    }

    /**
     * The element type of each output; none where no rule tells.
     *
     * @param inputs element types of the node's inputs, as far as they are known
     */
    static List<Optional<DType>> outputs(NodeProto node, List<Optional<DType>> inputs) {
        String domain = domain(node);
        String type = node.getOpType();
        if (domain.equals(CONTRIB)) {
            return first(node, CONTRIB_LIKE_FIRST.contains(type) ? at(inputs, 0) : quantized(node, inputs));
        }
        if (!domain.equals(OperatorSignature.ONNX)) {
            return first(node, Optional.empty());
        }
        if (ONE_TYPE.contains(type)) {
            return all(node, inputs.stream().flatMap(Optional::stream).findFirst());
        }
        if (LIKE_FIRST.contains(type)) {
            return FURTHER.containsKey(type)
                    ? first(node, at(inputs, 0), FURTHER.getOrDefault(type, Optional.empty()))
                    : all(node, at(inputs, 0));
        }
        if (type.equals("DynamicQuantizeLinear")) {
            return List.of(Optional.of(DType.UINT8), Optional.of(DType.FLOAT32), Optional.of(DType.UINT8));
        }
        Optional<DType> fixed = Optional.ofNullable(FIXED.get(type));
        return fixed.isPresent() ? all(node, fixed) : first(node, byAttribute(node, inputs));
    }

    private static Optional<DType> byAttribute(NodeProto node, List<Optional<DType>> inputs) {
        String type = node.getOpType();
        return switch (type) {
            case "Cast", "BitCast" -> attribute(node, "to");
            case "Constant" -> constant(node);
            case "ConstantOfShape" ->
                find(node, "value")
                        .map(AttributeProto::getT)
                        .map(TensorProto::getDataType)
                        .map(DType::ofOnnx)
                        .orElse(Optional.of(DType.FLOAT32));
            case "RandomNormal", "RandomUniform", "SequenceEmpty" -> attributeOr(node, "dtype", DType.FLOAT32);
            case "Multinomial" -> attributeOr(node, "dtype", DType.INT32);
            case "HannWindow", "HammingWindow", "BlackmanWindow", "MelWeightMatrix" ->
                attributeOr(node, "output_datatype", DType.FLOAT32);
            case "RandomNormalLike", "RandomUniformLike", "EyeLike", "Bernoulli" ->
                find(node, "dtype").isPresent() ? attribute(node, "dtype") : at(inputs, 0);
            case "Optional" ->
                find(node, "type")
                        .map(AttributeProto::getTp)
                        .map(Ports::element)
                        .orElse(at(inputs, 0));
            case "QuantizeLinear", "DequantizeLinear" -> quantized(node, inputs);
            default -> Optional.ofNullable(LIKE_INPUT.get(type)).flatMap(input -> at(inputs, input));
        };
    }

    private static Optional<DType> quantized(NodeProto node, List<Optional<DType>> inputs) {
        boolean quantizes = node.getOpType().equals("QuantizeLinear");
        if (!quantizes && !node.getOpType().equals("DequantizeLinear")) {
            return Optional.empty();
        }
        if (find(node, "output_dtype").filter(chosen -> chosen.getI() != 0).isPresent()) {
            return attribute(node, "output_dtype");
        }
        boolean zeroPoint = node.getInputCount() > 2 && !node.getInput(2).isEmpty();
        if (quantizes) {
            return zeroPoint ? at(inputs, 2) : Optional.of(DType.UINT8);
        }
        return at(inputs, 1);
    }

    private static Optional<DType> constant(NodeProto node) {
        return node.getAttributeList().stream()
                .map(attribute -> switch (attribute.getName()) {
                    case "value" -> DType.ofOnnx(attribute.getT().getDataType());
                    case "sparse_value" ->
                        DType.ofOnnx(attribute.getSparseTensor().getValues().getDataType());
                    case "value_float", "value_floats" -> Optional.of(DType.FLOAT32);
                    case "value_int", "value_ints" -> Optional.of(DType.INT64);
                    case "value_string", "value_strings" -> Optional.of(DType.STRING);
                    default -> Optional.<DType>empty();
                })
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<AttributeProto> find(NodeProto node, String name) {
        return node.getAttributeList().stream()
                .filter(attribute -> attribute.getName().equals(name))
                .findFirst();
    }

    private static Optional<DType> attribute(NodeProto node, String name) {
        return find(node, name).flatMap(attribute -> DType.ofOnnx((int) attribute.getI()));
    }

    private static Optional<DType> attributeOr(NodeProto node, String name, DType otherwise) {
        return find(node, name).isPresent() ? attribute(node, name) : Optional.of(otherwise);
    }

    private static Optional<DType> at(List<Optional<DType>> types, int index) {
        return index < types.size() ? types.get(index) : Optional.empty();
    }

    private static List<Optional<DType>> all(NodeProto node, Optional<DType> type) {
        return first(node, type, type);
    }

    private static List<Optional<DType>> first(NodeProto node, Optional<DType> first) {
        return first(node, first, Optional.empty());
    }

    private static List<Optional<DType>> first(NodeProto node, Optional<DType> first, Optional<DType> further) {
        return Stream.iterate(0, index -> index + 1)
                .limit(node.getOutputCount())
                .map(index -> index == 0 ? first : further)
                .toList();
    }

    private static String domain(NodeProto node) {
        return ModelInspector.domain(node.getDomain());
    }

    private static Map<String, DType> fixed() {
        Map<String, DType> fixed = words("Equal Greater GreaterOrEqual Less LessOrEqual IsNaN IsInf OptionalHasElement"
                        + " RegexFullMatch")
                .stream()
                .collect(Collectors.toMap(word -> word, word -> DType.BOOL));
        words("Shape Size NonZero ArgMax ArgMin NonMaxSuppression SequenceLength")
                .forEach(word -> fixed.put(word, DType.INT64));
        words("ConvInteger MatMulInteger").forEach(word -> fixed.put(word, DType.INT32));
        fixed.put("TfIdfVectorizer", DType.FLOAT32);
        fixed.put("ImageDecoder", DType.UINT8);
        return fixed;
    }

    private static Set<String> words(String text) {
        return Arrays.stream(text.split(" ")).collect(Collectors.toUnmodifiableSet());
    }
}
