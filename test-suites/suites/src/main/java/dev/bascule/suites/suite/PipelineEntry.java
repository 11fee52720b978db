package dev.bascule.suites.suite;

import dev.bascule.fallback.job.PipelineSpec;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The input pipeline of a model, and what it is fed. Both empty: the built-in sample for the pipeline's kind.
 *
 * @param spec the pipeline; empty takes the zoo model's own
 * @param asset a sound or a picture
 * @param text a sentence
 * @param tokenizer a {@code tokenizer.json}
 */
public record PipelineEntry(
        Optional<PipelineSpec> spec, Optional<Path> asset, Optional<String> text, Optional<Path> tokenizer) {}
