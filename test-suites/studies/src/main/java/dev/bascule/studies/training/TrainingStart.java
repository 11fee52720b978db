package dev.bascule.studies.training;

import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.step.TrainingGraph;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Where a run begins: anew, or where another one stopped. Immutable.
 *
 * @param state parameters and moments by the name of the input; what is missing has its initial tensor
 * @param step how many steps were made before
 */
public record TrainingStart(Map<String, Tensor> state, long step) {
    public static final TrainingStart ANEW = new TrainingStart(Map.of(), 0);

    public TrainingStart {
        state = Map.copyOf(state);
    }

    /** All carried inputs of a graph. */
    Map<String, Tensor> of(TrainingGraph graph) {
        Map<String, Tensor> all = new LinkedHashMap<>();
        graph.state().forEach((name, tensor) -> all.put(name, state.getOrDefault(name, tensor)));
        return all;
    }
}
