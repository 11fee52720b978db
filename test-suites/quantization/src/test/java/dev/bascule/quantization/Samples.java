package dev.bascule.quantization;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The samples of ort-quantizer.py. */
public final class Samples {
    private Samples() {}

    public static List<Map<String, Tensor>> mnist() {
        List<Map<String, Tensor>> samples = new ArrayList<>();
        for (int k = 0; k < 3; k++) {
            float[] values = new float[784];
            for (int i = 0; i < values.length; i++) {
                values[i] = i * (37 + 2 * k) % 256 / 256f;
            }
            samples.add(Map.of("Input3", Tensor.floats(Shape.of(1, 1, 28, 28), values)));
        }
        return samples;
    }
}
