package dev.bascule.fallback.job;

import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What steps came to. Immutable.
 *
 * @param feeds of each step: from the tensors' bytes to what the engine takes
 * @param steps of each step: from the call to the wanted outputs on the CPU
 * @param outputs of each step that ran, the wanted outputs by name
 * @param state the outputs that were to be read after the last step
 * @param readBack how long reading them took
 */
public record Advance(
        Samples feeds, Samples steps, List<Map<String, Tensor>> outputs, Map<String, Tensor> state, Duration readBack) {
    public Advance {
        outputs = outputs.stream().map(Map::copyOf).toList();
        state = Map.copyOf(state);
        if (feeds.size() != outputs.size() || steps.size() != outputs.size()) {
            throw new IllegalArgumentException("each step has its times and its outputs");
        }
    }
}
