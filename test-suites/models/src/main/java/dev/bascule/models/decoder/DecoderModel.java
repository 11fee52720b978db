package dev.bascule.models.decoder;

import java.nio.file.Path;

/** A model that writes text, on disk as one of its graphs. */
public record DecoderModel(Path file, DecoderConfig config, DecoderTokenizer tokenizer, GraphKind graph) {}
