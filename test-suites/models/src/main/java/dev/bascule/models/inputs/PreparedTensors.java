package dev.bascule.models.inputs;

import dev.bascule.fallback.tensor.Tensor;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

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
     * What a model's pipeline made.
     *
     * @param inputs names of the model's inputs
     */
    public static PreparedTensors ofPipeline(Map<String, Tensor> tensors, List<String> inputs) {
        Map<String, Tensor> fitting = new HashMap<>(tensors);
        inputsOf(tensors.keySet(), inputs).forEach((input, tensor) -> {
            fitting.remove(tensor);
            fitting.put(input, Objects.requireNonNull(tensors.get(tensor)));
        });
        return new PreparedTensors("the model's pipeline", fitting);
    }

    /**
     * By the model's inputs, which of a pipeline's tensors each is. A pipeline calls its tensor as most models do; where it makes one and
     * the model has one input, it is meant, whatever its name.
     */
    public static Map<String, String> inputsOf(Set<String> tensors, List<String> inputs) {
        Map<String, String> known =
                inputs.stream().filter(tensors::contains).collect(Collectors.toMap(name -> name, name -> name));
        return known.isEmpty() && tensors.size() == 1 && inputs.size() == 1
                ? Map.of(inputs.get(0), tensors.iterator().next())
                : known;
    }
}
