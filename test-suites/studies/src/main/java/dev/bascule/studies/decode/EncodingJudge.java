package dev.bascule.studies.decode;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.FloatBuffer;
import java.util.Map;
import java.util.Optional;

/** Holds what an encoder gave against the reference's, in standard deviations of each output. Stateless. */
final class EncodingJudge {
    private EncodingJudge() {}

    /** The furthest value; infinite where one is no number, or another shape; empty where an output is missing. */
    static Optional<Double> furthest(Map<String, Tensor> expected, Map<String, Tensor> got) {
        double most = 0;
        for (Map.Entry<String, Tensor> entry : expected.entrySet()) {
            Tensor own = got.get(entry.getKey());
            if (own == null) {
                return Optional.empty();
            }
            most = Math.max(most, distance(entry.getValue(), own));
        }
        return Optional.of(most);
    }

    /** Of one output, in its standard deviations. */
    static double distance(Tensor expected, Tensor got) {
        if (got.dtype() != DType.FLOAT32 || !got.shape().equals(expected.shape())) {
            return Double.POSITIVE_INFINITY;
        }
        float[] values = floats(expected);
        float[] own = floats(got);
        double most = 0;
        for (int i = 0; i < values.length; i++) {
            double off = Math.abs((double) own[i] - values[i]);
            if (Double.isNaN(off)) {
                return Double.POSITIVE_INFINITY;
            }
            most = Math.max(most, off);
        }
        return most == 0 ? 0 : most / Logits.deviation(values);
    }

    private static float[] floats(Tensor tensor) {
        FloatBuffer buffer = tensor.data().asFloatBuffer();
        float[] floats = new float[buffer.remaining()];
        buffer.get(floats);
        return floats;
    }
}
