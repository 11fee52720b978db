package dev.bascule.quantization.graph;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.models.graph.TensorProtos;
import dev.bascule.models.workload.GraphShapes;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** Sizes of a graph's values, as far as they follow. Stateless. */
public final class Ranks {
    private Ranks() {}

    /** The number of a value's axes. */
    static Optional<Integer> of(GraphProto graph, String value) {
        return shapes(graph).of(value).map(known -> known.shape().dims().size()).or(() -> declared(graph, value));
    }

    private static Optional<Integer> declared(GraphProto graph, String value) {
        return Stream.of(graph.getInputList(), graph.getOutputList(), graph.getValueInfoList())
                .flatMap(List::stream)
                .filter(info -> info.getName().equals(value)
                        && info.getType().getTensorType().hasShape())
                .map(info -> info.getType().getTensorType().getShape().getDimCount())
                .findFirst();
    }

    /** Shapes with each size that is not declared taken for 1. */
    public static GraphShapes shapes(GraphProto graph) {
        GraphShapes shapes = new GraphShapes();
        graph.getInitializerList().forEach(tensor -> shapes.constant(tensor.getName(), TensorProtos.decode(tensor)));
        graph.getInputList().stream()
                .filter(input -> input.getType().getTensorType().hasShape())
                .forEach(input -> input(shapes, input));
        graph.getNodeList().forEach(shapes::node);
        return shapes;
    }

    private static void input(GraphShapes shapes, ValueInfoProto input) {
        TypeProto.Tensor type = input.getType().getTensorType();
        DType.ofOnnx(type.getElemType())
                .ifPresent(dtype -> shapes.value(
                        input.getName(),
                        dtype,
                        new Shape(type.getShape().getDimList().stream()
                                .map(dim -> dim.getDimValue() > 0 ? dim.getDimValue() : 1L)
                                .toList())));
    }
}
