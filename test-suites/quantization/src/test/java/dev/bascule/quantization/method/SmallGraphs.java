package dev.bascule.quantization.method;

import ai.onnx.proto.OnnxMl.AttributeProto;
import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Protos;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** Graphs of a few products, each axis of another size, each channel of another magnitude. */
final class SmallGraphs {
    private final GraphProto.Builder graph = GraphProto.newBuilder().setName("small");
    private final Random random = new Random(11);
    private final long opset;

    private SmallGraphs(long opset) {
        this.opset = opset;
    }

    static SmallGraphs opset(long opset) {
        return new SmallGraphs(opset);
    }

    SmallGraphs input(String name, Object... dims) {
        graph.addInput(Protos.typed(name, DType.FLOAT32, Arrays.asList(dims)));
        return this;
    }

    SmallGraphs output(String name) {
        graph.addOutput(Protos.ofType(name, DType.FLOAT32));
        return this;
    }

    SmallGraphs node(String operator, List<String> inputs, String output, AttributeProto... attributes) {
        graph.addNode(Protos.node(operator, "node_" + output, inputs, List.of(output), attributes));
        return this;
    }

    SmallGraphs constant(String name, Tensor tensor) {
        graph.addInitializer(Protos.tensor(name, tensor));
        return this;
    }

    /** Normal ones; those of index {@code i} of an axis are {@code i + 1} times as great. */
    SmallGraphs weight(String name, int axis, long... dims) {
        Shape shape = Shape.of(dims);
        int stride = 1;
        for (int i = axis + 1; i < dims.length; i++) {
            stride *= (int) dims[i];
        }
        float[] values = new float[(int) shape.elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) (random.nextGaussian() * (1 + i / stride % dims[axis]));
        }
        return constant(name, Tensor.floats(shape, values));
    }

    ModelProto model() {
        return Protos.model(opset, graph);
    }

    static Tensor drawn(long seed, long... dims) {
        Random random = new Random(seed);
        Shape shape = Shape.of(dims);
        float[] values = new float[(int) shape.elements()];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) random.nextGaussian();
        }
        return Tensor.floats(shape, values);
    }

    static Map<String, Tensor> fed(Tensor x) {
        return Map.of("x", x);
    }
}
