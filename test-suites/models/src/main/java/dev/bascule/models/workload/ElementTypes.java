package dev.bascule.models.workload;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** The element types of a graph's values, from its inputs on, by what operators do to types. Stateless. */
public final class ElementTypes {
    private static final Set<String> BOOLEAN = Set.of(
            "Equal", "Greater", "Less", "GreaterOrEqual", "LessOrEqual", "And", "Or", "Xor", "Not", "IsNaN", "IsInf");
    private static final Set<String> INDICES =
            Set.of("Shape", "Size", "NonZero", "ArgMax", "ArgMin", "NonMaxSuppression");

    private ElementTypes() {}

    public static Map<String, DType> of(GraphProto graph) {
        Map<String, DType> types = new HashMap<>();
        graph.getInputList()
                .forEach(info -> DType.ofOnnx(info.getType().getTensorType().getElemType())
                        .ifPresent(dtype -> types.put(info.getName(), dtype)));
        graph.getInitializerList()
                .forEach(tensor ->
                        DType.ofOnnx(tensor.getDataType()).ifPresent(dtype -> types.put(tensor.getName(), dtype)));
        graph.getNodeList().forEach(node -> {
            for (int i = 0; i < node.getOutputCount(); i++) {
                int index = i;
                output(node, index, types).ifPresent(dtype -> types.put(node.getOutput(index), dtype));
            }
        });
        return types;
    }

    private static Optional<DType> output(NodeProto node, int index, Map<String, DType> types) {
        String type = node.getOpType();
        if (BOOLEAN.contains(type)) {
            return Optional.of(DType.BOOL);
        }
        if (INDICES.contains(type) || (type.equals("TopK") && index == 1)) {
            return Optional.of(DType.INT64);
        }
        return switch (type) {
            case "Cast" -> attribute(node, "to").flatMap(one -> DType.ofOnnx((int) one.getI()));
            case "Constant" ->
                attribute(node, "value")
                        .flatMap(one -> DType.ofOnnx(one.getT().getDataType()))
                        .or(() -> Optional.of(
                                attribute(node, "value_int")
                                                .or(() -> attribute(node, "value_ints"))
                                                .isPresent()
                                        ? DType.INT64
                                        : DType.FLOAT32));
            case "ConstantOfShape" ->
                attribute(node, "value")
                        .flatMap(one -> DType.ofOnnx(one.getT().getDataType()))
                        .or(() -> Optional.of(DType.FLOAT32));
            case "Where" -> input(node, 1, types);
            case "CastLike" -> input(node, 1, types);
            case "Dropout", "MaxPool" ->
                index == 0 ? input(node, 0, types) : Optional.of(type.equals("Dropout") ? DType.BOOL : DType.INT64);
            case "OneHot" -> input(node, 2, types);
            default -> input(node, 0, types);
        };
    }

    private static Optional<DType> input(NodeProto node, int index, Map<String, DType> types) {
        return index < node.getInputCount() ? Optional.ofNullable(types.get(node.getInput(index))) : Optional.empty();
    }

    static Optional<AttributeProto> attribute(NodeProto node, String key) {
        return node.getAttributeList().stream()
                .filter(one -> one.getName().equals(key))
                .findFirst();
    }
}
