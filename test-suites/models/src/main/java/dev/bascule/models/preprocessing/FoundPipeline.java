package dev.bascule.models.preprocessing;

import dev.bascule.fallback.job.PipelineSpec;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A pipeline as the files beside a model and the model itself say it.
 *
 * @param tokenizer of a text
 * @param settings what was taken, and from where, for the record
 */
public record FoundPipeline(PipelineSpec spec, Optional<Path> tokenizer, String settings) {}
