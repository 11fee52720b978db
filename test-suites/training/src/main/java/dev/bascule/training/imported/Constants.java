package dev.bascule.training.imported;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.graph.TensorProtos;

/** What Constant nodes hold. Stateless. */
final class Constants {
    private Constants() {}

    static Tensor of(NodeProto node) {
        AttributeProto attribute = node.getAttributeList().stream()
                .findFirst()
                .orElseThrow(() -> Untrainable.because(node, "holds nothing"));
        return switch (attribute.getName()) {
            case "value" -> TensorProtos.decode(attribute.getT());
            case "value_float" -> Tensor.floats(Shape.of(), attribute.getF());
            case "value_int" -> Tensor.longs(Shape.of(), attribute.getI());
            case "value_floats" -> {
                float[] values = new float[attribute.getFloatsCount()];
                for (int i = 0; i < values.length; i++) {
                    values[i] = attribute.getFloats(i);
                }
                yield Tensor.floats(Shape.of(values.length), values);
            }
            case "value_ints" ->
                Tensor.longs(
                        Shape.of(attribute.getIntsCount()),
                        attribute.getIntsList().stream()
                                .mapToLong(Long::longValue)
                                .toArray());
            default -> throw Untrainable.because(node, "holds a " + attribute.getName());
        };
    }
}
