package dev.bascule.suites.suite;

import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.models.preprocessing.PipelineKind;
import java.nio.file.Path;
import java.util.Optional;

/**
 * The input pipeline of a model, and what it is fed. Both empty: the built-in sample for the pipeline's kind.
 *
 * @param kind whose settings are read from the files beside the model; empty where nothing is to be read
 * @param spec the pipeline; empty takes that of the kind, else the zoo model's own
 * @param asset a sound or a picture
 * @param text a sentence
 * @param tokenizer a {@code tokenizer.json}
 */
public record PipelineEntry(
        Optional<PipelineKind> kind,
        Optional<PipelineSpec> spec,
        Optional<Path> asset,
        Optional<String> text,
        Optional<Path> tokenizer) {

    /** Of which nothing is said. */
    public static final PipelineEntry NONE =
            new PipelineEntry(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());

    /** The same of another kind, whose settings take the place of those that were written down. */
    public PipelineEntry of(PipelineKind other) {
        return new PipelineEntry(Optional.of(other), Optional.empty(), asset, text, tokenizer);
    }
}
