package dev.bascule.models.zoo;

/** Causal attention over a cache, in one kind of operators. */
sealed interface DecoderAttention permits PlainDecoderAttention, ContribDecoderAttention {

    /** Adds what all layers share. */
    void prepare(DecoderGraph.Positions positions);

    /**
     * Adds a layer's attention; its caches are {@code blk.N.present_key} and {@code blk.N.present_value}.
     *
     * @return what the heads found, one beside the other
     */
    String apply(String at, int layer, String query, String key, String value);
}
