package dev.bascule.models.workload;

import ai.onnx.proto.OnnxMl.TensorProto;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.models.graph.TensorProtos;

/** Constants in float16, for those who change one at a time. Stateless. */
public final class HalfWeights {
    private HalfWeights() {}

    /** To nearest, ties to even; finite numbers beyond float16's range become its greatest. Its name stays. */
    public static TensorProto of(TensorProto float32) {
        return HalfFloats.of(float32).tensor();
    }

    /** What they are as float32, which holds each exactly. */
    public static float[] numbers(TensorProto float16) {
        Elements.Reader reader = Elements.of(TensorProtos.decode(float16));
        float[] numbers =
                new float[Math.toIntExact(float16.getDimsList().stream().reduce(1L, (a, b) -> a * b))];
        for (int i = 0; i < numbers.length; i++) {
            numbers[i] = (float) reader.at(i);
        }
        return numbers;
    }
}
