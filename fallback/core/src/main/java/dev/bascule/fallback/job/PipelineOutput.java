package dev.bascule.fallback.job;

import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.Map;

/**
 * Tensors made by an input pipeline.
 *
 * @param tensors by the model's input name as the pipeline knows it
 * @param elapsed how long the pipeline took, decoding included
 * @param facts what it found in the file, such as the {@code codec} of a sound
 */
public record PipelineOutput(Map<String, Tensor> tensors, Duration elapsed, Map<String, String> facts) {

    public PipelineOutput {
        tensors = Map.copyOf(tensors);
        facts = Map.copyOf(facts);
    }

    /** Without facts. */
    public PipelineOutput(Map<String, Tensor> tensors, Duration elapsed) {
        this(tensors, elapsed, Map.of());
    }
}
