package dev.bascule.fallback.job;

import java.util.Map;
import java.util.Optional;

/**
 * A request to run an input pipeline.
 *
 * @param job unique in the run
 * @param pipeline which, and how
 * @param assets {@code audio}, {@code image} or {@code tokenizer} to the file
 * @param text the sentence of a text pipeline
 */
public record PipelineRequest(
        String job, PipelineSpec pipeline, Map<String, ModelArtifact> assets, Optional<String> text) {

    public PipelineRequest {
        assets = Map.copyOf(assets);
    }

    /** The same under another job. */
    public PipelineRequest as(String otherJob) {
        return new PipelineRequest(otherJob, pipeline, assets, text);
    }
}
