package dev.bascule.models.decoder;

import dev.bascule.fallback.job.PipelineSpec;
import java.nio.file.Path;
import java.util.Optional;

/**
 * A model that writes text, on disk as one of its graphs.
 *
 * @param encoder what it looks at, for one that writes of another text or a sound
 */
public record DecoderModel(
        Path file, DecoderConfig config, DecoderTokenizer tokenizer, GraphKind graph, Optional<Encoder> encoder) {

    /**
     * A graph that gives {@code cross.N.key} and {@code cross.N.value}.
     *
     * @param pipeline what makes its inputs of a sound; empty where they are a text's tokens
     */
    public record Encoder(String name, Path file, Optional<PipelineSpec> pipeline) {}
}
