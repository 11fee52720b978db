package dev.bascule.models.inputs;

import dev.bascule.fallback.tensor.Tensor;
import java.util.List;
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

    /**
     * What a model's pipeline made. A pipeline calls its tensor as most models do; where it makes one and the model has one input,
     * it is meant, whatever its name.
     *
     * @param inputs names of the model's inputs
     */
    public static PreparedTensors ofPipeline(Map<String, Tensor> tensors, List<String> inputs) {
        boolean named = tensors.keySet().stream().anyMatch(inputs::contains);
        Map<String, Tensor> fitting = !named && tensors.size() == 1 && inputs.size() == 1
                ? Map.of(inputs.get(0), tensors.values().iterator().next())
                : tensors;
        return new PreparedTensors("the model's pipeline", fitting);
    }
}
