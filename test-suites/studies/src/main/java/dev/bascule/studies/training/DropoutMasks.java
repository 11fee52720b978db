package dev.bascule.studies.training;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.zoo.SplitMix;
import dev.bascule.training.step.TrainingGraphs;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Masks of dropout, drawn by seed, step and place alone: the same on every machine and for every target, and a run that is resumed goes on with
 * those that it would have had. Immutable and thread-safe.
 *
 * @param share of what is dropped
 * @param shapes of the whole batch's masks, by input
 */
record DropoutMasks(long seed, double share, Map<String, Shape> shapes) {
    DropoutMasks {
        shapes = Map.copyOf(shapes);
    }

    static DropoutMasks of(TrainingTask task, long seed) {
        return task.form().dropout().isEmpty()
                ? new DropoutMasks(seed, 0, Map.of())
                : new DropoutMasks(
                        seed,
                        task.form().dropout().getAsDouble(),
                        TrainingGraphs.forward(task.fed(seed, task.batch())).masks());
    }

    /** Those of a step, by input: 0 for what is dropped, else by how much what is kept makes up for it. */
    Map<String, Tensor> at(long step) {
        Map<String, Tensor> masks = new LinkedHashMap<>();
        shapes.forEach((name, shape) -> {
            SplitMix random = SplitMix.named("%s seed %d step %d".formatted(name, seed, step));
            float kept = (float) (1 / (1 - share));
            float[] values = new float[Math.toIntExact(shape.elements())];
            for (int i = 0; i < values.length; i++) {
                values[i] = random.nextFloat() < share ? 0 : kept;
            }
            masks.put(name, Tensor.floats(shape, values));
        });
        return masks;
    }
}
