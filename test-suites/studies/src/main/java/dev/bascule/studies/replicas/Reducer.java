package dev.bascule.studies.replicas;

import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.step.TrainingGraph;
import java.nio.FloatBuffer;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes one gradient of many. Stateless. */
interface Reducer {
    /** The mean over all samples. */
    Reducer MEAN = parts ->
            weighted(parts, 1.0 / parts.stream().mapToInt(Part::samples).sum());

    /**
     * What one piece brings.
     *
     * @param samples that count
     * @param size of the session that computed it: samples that were filled up add nothing, and are divided by
     * @param outputs its loss and gradients, each a sum over its samples, divided by the size
     */
    record Part(int samples, int size, Map<String, Tensor> outputs) {
        /** Of a piece that nothing was filled up of. */
        Part(int samples, Map<String, Tensor> outputs) {
            this(samples, samples, outputs);
        }

        double loss() {
            return Objects.requireNonNull(outputs.get(TrainingGraph.LOSS), "each step brings its loss")
                    .data()
                    .asFloatBuffer()
                    .get(0);
        }
    }

    /** @param parts in the order of the batch, one at least */
    Map<String, Tensor> of(List<Part> parts);

    /**
     * Adds up in double, in the order of the batch, each as often as its session has samples, and rounds once: whoever comes first, the bits are the
     * same.
     *
     * @param scale of the sum
     */
    static Map<String, Tensor> weighted(List<Part> parts, double scale) {
        Map<String, Tensor> all = new LinkedHashMap<>();
        parts.get(0).outputs().forEach((name, like) -> {
            double[] sum = new double[Math.toIntExact(like.shape().elements())];
            for (Part part : parts) {
                FloatBuffer values = Objects.requireNonNull(part.outputs().get(name), name)
                        .data()
                        .asFloatBuffer();
                for (int i = 0; i < sum.length; i++) {
                    sum[i] += part.size() * (double) values.get(i);
                }
            }
            float[] rounded = new float[sum.length];
            for (int i = 0; i < sum.length; i++) {
                rounded[i] = (float) (sum[i] * scale);
            }
            all.put(name, Tensor.floats(like.shape(), rounded));
        });
        return all;
    }
}
