package dev.bascule.models.decoder;

/** What a decoder's layers are made of. */
public enum DecoderShape {
    /** RMSNorm, rotary positions, SwiGLU (Touvron et al. 2023). */
    LLAMA,
    /** LayerNorm, learned positions, GELU by its tanh approximation, a bias everywhere (Radford et al. 2019). */
    GPT2
}
