package dev.bascule.models.decoder;

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
     * @param hears the model whose inputs it has, as {@code ModelSource} reads it
     * @param reads how many tokens of a text; empty where it hears a sound
     */
    public record Encoder(String name, Path file, String hears, Optional<Integer> reads) {}
}
