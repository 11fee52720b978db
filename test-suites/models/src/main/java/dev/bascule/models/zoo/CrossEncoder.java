package dev.bascule.models.zoo;

/** The encoder of a model that writes a text of another text or of a sound. */
sealed interface CrossEncoder permits WhisperEncoder, T5Encoder {

    /** Adds it with its input; its result is [batch, positions, width]. */
    String hidden(OnnxGraph graph);

    int positions();

    int width();
}
