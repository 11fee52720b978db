package dev.bascule.app.local;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.network.Network;
import dev.bascule.training.step.TrainingGraph;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;

/** Batches drawn from a seed that stays. Stateless. */
final class RandomBatches {
    private RandomBatches() {}

    /** So many batches with one-hot targets; tokens are below those of {@link AttentionBlock}. */
    static List<Map<String, Tensor>> of(Network network, int batch, int count) {
        SplittableRandom random = new SplittableRandom(17);
        List<Map<String, Tensor>> batches = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            List<Long> dims = new ArrayList<>(List.of((long) batch));
            dims.addAll(network.sample().dims());
            Shape shape = new Shape(dims);
            int size = Math.toIntExact(shape.elements());
            float[] floats = new float[size];
            long[] longs = new long[size];
            for (int j = 0; j < size; j++) {
                floats[j] = (float) random.nextGaussian();
                longs[j] = random.nextInt(AttentionBlock.TOKENS);
            }
            float[] targets = new float[batch * network.classes()];
            for (int row = 0; row < batch; row++) {
                targets[row * network.classes() + random.nextInt(network.classes())] = 1;
            }
            batches.add(Map.of(
                    TrainingGraph.SAMPLES,
                    network.dtype() == DType.INT64 ? Tensor.longs(shape, longs) : Tensor.floats(shape, floats),
                    TrainingGraph.TARGETS,
                    Tensor.floats(Shape.of(batch, network.classes()), targets)));
        }
        return batches;
    }
}
