package dev.bascule.fallback.runner;

import dev.bascule.fallback.tensor.Tensor;
import java.util.List;

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
}
