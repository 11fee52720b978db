package dev.bascule.models.decoder;

/** What a decoder's layers are made of. */
public enum DecoderShape {
    /** RMSNorm, rotary positions, SwiGLU (Touvron et al. 2023). */
    LLAMA,
    /** LayerNorm, learned positions, GELU by its tanh approximation, a bias everywhere (Radford et al. 2019). */
    GPT2,
    /** LayerNorm, learned positions, exact GELU, a bias everywhere but on keys; looks at an encoder (Radford et al. 2022). */
    WHISPER,
    /** RMSNorm, positions by a bias of each distance, ReLU, no bias else and scores as they are; looks at an encoder (Raffel et al. 2020). */
    T5;

    /** Whether each layer looks at what an encoder made of another text or a sound. */
    public boolean crosses() {
        return this == WHISPER || this == T5;
    }

    /** RMSNorm, else LayerNorm. */
    public boolean isRmsNormed() {
        return this == LLAMA || this == T5;
    }

    /** Whether a row is learned for each position. */
    public boolean learnsPositions() {
        return this == GPT2 || this == WHISPER;
    }
}
