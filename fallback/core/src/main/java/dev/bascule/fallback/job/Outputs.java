package dev.bascule.fallback.job;

import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Outputs as a runner shipped them. */
public record Outputs(List<Output> all) {
    public static final Outputs NONE = new Outputs(List.of());

    public Outputs {
        all = List.copyOf(all);
    }

    /**
     * @param name the model's output
     * @param step which step it belongs to
     * @param iteration the first iteration of the session that gave it; 0 is the first inference
     * @param tensor the value
     */
    public record Output(String name, int step, int iteration, Tensor tensor) {}

    /** Each output by name, for each step. Of an output that a step has several times, the last. */
    public List<Map<String, Tensor>> steps() {
        List<Map<String, Tensor>> steps = new ArrayList<>();
        for (Output output : all) {
            while (steps.size() <= output.step()) {
                steps.add(new LinkedHashMap<>());
            }
            steps.get(output.step()).put(output.name(), output.tensor());
        }
        return steps;
    }
}
