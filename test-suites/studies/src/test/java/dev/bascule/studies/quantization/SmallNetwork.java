package dev.bascule.studies.quantization;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.models.onnx.Protos;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.stream.IntStream;

/** Two convolutions and a product, with weights that are all other numbers, and samples for it. */
final class SmallNetwork {
    private static final int CHANNELS = 16;

    private SmallNetwork() {}

    static ModelProto model() {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("network")
                .addInput(Protos.typed("x", DType.FLOAT32, List.of(1L, 3L, 8L, 8L)))
                .addOutput(Protos.typed("y", DType.FLOAT32, List.of(1L, (long) CHANNELS)))
                .addInitializer(weight("first", CHANNELS, 3, 3, 3))
                .addInitializer(weight("second", CHANNELS, CHANNELS, 3, 3))
                .addInitializer(weight("third", CHANNELS * 4 * 4, CHANNELS))
                .addNode(Protos.node("Conv", "a", List.of("x", "first"), List.of("a")))
                .addNode(Protos.node("Relu", "b", List.of("a"), List.of("b")))
                .addNode(Protos.node("Conv", "c", List.of("b", "second"), List.of("c")))
                .addNode(Protos.node("Flatten", "d", List.of("c"), List.of("d")))
                .addNode(Protos.node("MatMul", "e", List.of("d", "third"), List.of("y")));
        return Protos.model(17, graph);
    }

    /** One product, and a Softmax that no newer operator set has: its weight can have 16 bits, and not 8 or 4. */
    static ModelProto old() {
        GraphProto.Builder graph = GraphProto.newBuilder()
                .setName("old")
                .addInput(Protos.typed("x", DType.FLOAT32, List.of(1L, 3L, 8L, 8L)))
                .addOutput(Protos.typed("y", DType.FLOAT32, List.of(1L, (long) CHANNELS)))
                .addInitializer(weight("only", 3 * 8 * 8, CHANNELS))
                .addNode(Protos.node("Softmax", "c", List.of("x"), List.of("c"), Attributes.integer("axis", 1)))
                .addNode(Protos.node("Flatten", "d", List.of("c"), List.of("d")))
                .addNode(Protos.node("MatMul", "e", List.of("d", "only"), List.of("y")));
        return Protos.model(11, graph);
    }

    static TensorProto weight(String name, long... shape) {
        float[] numbers = new float[Math.toIntExact(Shape.of(shape).elements())];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (float) Math.sin(i + 1.0);
        }
        return Protos.tensor(name, Tensor.floats(Shape.of(shape), numbers));
    }

    static Sample sample(int seed) {
        float[] values = new float[3 * 8 * 8];
        IntStream.range(0, values.length).forEach(i -> values[i] = (float) Math.cos(seed + i));
        return Sample.of(Map.of("x", Tensor.floats(Shape.of(1, 3, 8, 8), values)), OptionalInt.empty());
    }

    /** @param calibrating how many of them calibrate */
    static SampleSplit samples(int calibrating) {
        return new SampleSplit(
                "made",
                "here",
                List.of(),
                IntStream.range(0, calibrating).mapToObj(SmallNetwork::sample).toList(),
                List.of(sample(99)),
                List.of());
    }
}
