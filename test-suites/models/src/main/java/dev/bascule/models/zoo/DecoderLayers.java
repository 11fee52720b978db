package dev.bascule.models.zoo;

import java.util.Optional;

/** The layers of a decoder but its attention, in one kind of operators. */
sealed interface DecoderLayers permits PlainDecoderLayers, ContribDecoderLayers {

    /**
     * What a norm gives.
     *
     * @param sum what was normalised: the residual stream
     */
    record Normed(String value, String sum) {}

    /** The rows of the tokens. */
    String embedding(String name, DecoderWeights.Matrix matrix, String ids);

    /**
     * A product over the last axis.
     *
     * @param weight what its weights are called, which another product may share
     */
    String linear(String weight, String name, DecoderWeights.Matrix matrix, String x, int in, int out);

    /** Adds the branch, if any, then normalises: by LayerNorm with a bias, by RMSNorm without. */
    Normed norm(String name, String x, Optional<String> branch, String gain, Optional<String> bias);

    /** GELU by its tanh approximation. */
    String gelu(String name, String x);
}
