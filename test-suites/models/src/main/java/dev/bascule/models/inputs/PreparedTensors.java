package dev.bascule.models.inputs;

import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;

/**
 * Tensors that are there before an input is looked for: a pipeline's, or those of a published data set.
 *
 * @param by who made them, for the record, such as {@code the audio pipeline}
 * @param tensors by name
 */
public record PreparedTensors(String by, Map<String, Tensor> tensors) {
    public static final PreparedTensors NONE = new PreparedTensors("no pipeline", Map.of());

    public PreparedTensors {
        tensors = Map.copyOf(tensors);
    }
}
