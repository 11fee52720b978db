package dev.bascule.fallback.runner;

import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.Map;

/**
 * Tensors made by an input pipeline.
 *
 * @param tensors by the model's input name as the pipeline knows it
 * @param elapsed how long the pipeline took, decoding included
 */
public record Prepared(Map<String, Tensor> tensors, Duration elapsed) {

    public Prepared {
        tensors = Map.copyOf(tensors);
    }
}
