package dev.bascule.models.workload;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Shapes of a graph that grows node by node, each known at once. Not thread-safe. */
public final class GraphShapes {
    private final ShapeInference inference = ShapeInference.begun(GraphProto.getDefaultInstance(), Map.of());

    /** What is known of a value. */
    public record Known(DType dtype, Shape shape) {}

    /** An input, or a constant whose content no shape follows from. */
    public void value(String name, DType dtype, Shape shape) {
        inference.know(name, new KnownShape(dtype, shape.dims()));
    }

    /** A constant; of a small one of whole numbers the content is followed. */
    public void constant(String name, Tensor tensor) {
        inference.know(name, tensor);
    }

    /** A node whose inputs were told before. */
    public void node(NodeProto node) {
        inference.node(node);
    }

    /** Empty where it does not follow. */
    public Optional<Known> of(String value) {
        return inference.shape(value).map(known -> new Known(known.dtype(), new Shape(known.dims())));
    }

    /** The content of a small tensor of whole numbers; empty where it does not follow. */
    public Optional<List<Long>> numbers(String value) {
        return inference.numbers(value);
    }
}
