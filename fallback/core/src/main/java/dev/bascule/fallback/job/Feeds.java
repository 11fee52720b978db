package dev.bascule.fallback.job;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Tensor;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a model is fed. A model that is fed frame by frame has several steps: iteration {@code i} uses step {@code i mod
 * steps}, and an input may carry an output of the step before.
 *
 * @param inputs per input name either one tensor, used in every step, or one tensor a step
 * @param carry input name to the output whose previous value feeds it; reset to its tensor when the steps wrap to 0
 */
public record Feeds(Map<String, List<Tensor>> inputs, Map<String, String> carry) {

    public Feeds {
        Map<String, List<Tensor>> copy = new LinkedHashMap<>();
        inputs.forEach((name, tensors) -> copy.put(name, List.copyOf(tensors)));
        inputs = java.util.Collections.unmodifiableMap(copy);
        carry = Map.copyOf(carry);
        int steps = inputs.values().stream().mapToInt(List::size).max().orElse(1);
        inputs.forEach((name, tensors) -> {
            if (tensors.size() != 1 && tensors.size() != steps) {
                throw new BasculeException(
                        ErrorCode.INPUT_MISMATCH,
                        "input '%s' has %d steps where another has %d".formatted(name, tensors.size(), steps));
            }
        });
        carry.keySet().forEach(name -> {
            if (!copy.containsKey(name)) {
                throw new BasculeException(
                        ErrorCode.INPUT_MISMATCH, "carried input '%s' has no initial tensor".formatted(name));
            }
        });
    }

    /** One step with these tensors. */
    public static Feeds of(Map<String, Tensor> tensors) {
        Map<String, List<Tensor>> inputs = new LinkedHashMap<>();
        new TreeMap<>(tensors).forEach((name, tensor) -> inputs.put(name, List.of(tensor)));
        return new Feeds(inputs, Map.of());
    }

    public int steps() {
        return inputs.values().stream().mapToInt(List::size).max().orElse(1);
    }

    /** The inputs of one step; a carried input has its initial tensor here. */
    public Map<String, Tensor> step(int step) {
        Map<String, Tensor> tensors = new LinkedHashMap<>();
        inputs.forEach((name, list) -> tensors.put(name, list.get(list.size() == 1 ? 0 : step)));
        return tensors;
    }
}
