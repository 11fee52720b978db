package dev.bascule.training.network;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.step.TrainingGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Random;

/** A batch of noise with a class each: small networks learn it by heart. */
public final class ToyBatch {
    private ToyBatch() {}

    public static Map<String, Tensor> of(Task task, int batch, long seed) {
        Random random = new Random(seed);
        List<Long> dims = new ArrayList<>(List.of((long) batch));
        dims.addAll(task.sample().dims());
        Shape shape = new Shape(dims);
        int size = Math.toIntExact(shape.elements());
        Tensor samples;
        if (task.dtype() == DType.INT64) {
            samples = Tensor.longs(
                    shape,
                    random.longs(size, 0, task.vocabulary().orElseThrow()).toArray());
        } else {
            float[] values = new float[size];
            for (int i = 0; i < size; i++) {
                values[i] = (float) random.nextGaussian();
            }
            samples = Tensor.floats(shape, values);
        }
        float[] targets = new float[batch * task.classes()];
        for (int i = 0; i < batch; i++) {
            targets[i * task.classes() + i % task.classes()] = 1;
        }
        return Map.of(
                TrainingGraph.SAMPLES,
                samples,
                TrainingGraph.TARGETS,
                Tensor.floats(Shape.of(batch, task.classes()), targets));
    }
}
