package dev.bascule.nativerunner.engine;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.util.List;

/** Small ONNX models for tests. */
public final class TestModels {
    private TestModels() {}

    /** {@code y = x}. */
    public static byte[] identity(DType dtype, Shape shape) {
        return model(
                List.of(node("Identity", List.of("x"), List.of("y"))),
                List.of(value("x", dtype, shape)),
                List.of(value("y", dtype, shape)));
    }

    /** {@code sum = a + b, difference = a - b}: two outputs. */
    public static byte[] sumAndDifference(Shape shape) {
        return model(
                List.of(
                        node("Add", List.of("a", "b"), List.of("sum")),
                        node("Sub", List.of("a", "b"), List.of("difference"))),
                List.of(value("a", DType.FLOAT32, shape), value("b", DType.FLOAT32, shape)),
                List.of(value("sum", DType.FLOAT32, shape), value("difference", DType.FLOAT32, shape)));
    }

    /** {@code y} from a random number generator without a seed, and no input: another value at every run. */
    public static byte[] random(Shape shape) {
        NodeProto node = NodeProto.newBuilder()
                .setOpType("RandomUniform")
                .setName("random")
                .addOutput("y")
                .addAttribute(AttributeProto.newBuilder()
                        .setName("shape")
                        .setType(AttributeProto.AttributeType.INTS)
                        .addAllInts(shape.dims()))
                .build();
        return model(List.of(node), List.of(), List.of(value("y", DType.FLOAT32, shape)));
    }

    /** {@code y = x}, after as many turns of a loop as there are 64-bit numbers. */
    public static byte[] endless(Shape shape) {
        GraphProto body = GraphProto.newBuilder()
                .setName("body")
                .addNode(node("Identity", List.of("again"), List.of("still")))
                .addNode(node("Identity", List.of("before"), List.of("after")).toBuilder()
                        .setName("carry"))
                .addInput(value("turn", DType.INT64, Shape.of()))
                .addInput(value("again", DType.BOOL, Shape.of()))
                .addInput(value("before", DType.FLOAT32, shape))
                .addOutput(value("still", DType.BOOL, Shape.of()))
                .addOutput(value("after", DType.FLOAT32, shape))
                .build();
        NodeProto loop = node("Loop", List.of("turns", "go", "x"), List.of("y")).toBuilder()
                .addAttribute(AttributeProto.newBuilder()
                        .setName("body")
                        .setType(AttributeProto.AttributeType.GRAPH)
                        .setG(body))
                .build();
        return model(
                List.of(loop),
                List.of(
                        value("turns", DType.INT64, Shape.of()),
                        value("go", DType.BOOL, Shape.of()),
                        value("x", DType.FLOAT32, shape)),
                List.of(value("y", DType.FLOAT32, shape)));
    }

    private static byte[] model(List<NodeProto> nodes, List<ValueInfoProto> inputs, List<ValueInfoProto> outputs) {
        return ModelProto.newBuilder()
                .setIrVersion(8)
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(17))
                .setGraph(GraphProto.newBuilder()
                        .setName("test")
                        .addAllNode(nodes)
                        .addAllInput(inputs)
                        .addAllOutput(outputs))
                .build()
                .toByteArray();
    }

    private static NodeProto node(String operator, List<String> inputs, List<String> outputs) {
        return NodeProto.newBuilder()
                .setOpType(operator)
                .setName(operator.toLowerCase(java.util.Locale.ROOT))
                .addAllInput(inputs)
                .addAllOutput(outputs)
                .build();
    }

    private static ValueInfoProto value(String name, DType dtype, Shape shape) {
        TensorShapeProto.Builder dims = TensorShapeProto.newBuilder();
        shape.dims()
                .forEach(dim ->
                        dims.addDim(TensorShapeProto.Dimension.newBuilder().setDimValue(dim)));
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder()
                        .setTensorType(TypeProto.Tensor.newBuilder()
                                .setElemType(dtype.onnx())
                                .setShape(dims)))
                .build();
    }
}
