package dev.bascule.models.zoo;

import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.DecoderShape;
import java.util.List;

/** Seeded weights of a decoder that looks at an encoder: float32, in no blocks. */
record SeededCrossWeights(DecoderConfig config) implements DecoderWeights {
    /** T5's encoder has the same. */
    static final String EMBEDDING = "token_embd.weight";

    @Override
    public Fill vector(String name, long size) {
        return name.endsWith("norm.weight") ? Layers.gain(1) : Layers.bias();
    }

    @Override
    public Matrix matrix(String name, long rows, long columns) {
        if (config.shape() == DecoderShape.T5 && name.equals(EMBEDDING)) {
            return new Matrix(unit(), List.of());
        }
        boolean unscaled = config.shape() == DecoderShape.T5 && name.endsWith("attn_q.weight");
        return new Matrix(Layers.lecun(unscaled ? columns * config.headSize() : columns), List.of());
    }

    /** Uniform with a standard deviation of one. */
    static Fill unit() {
        return new Fill.Uniform(0, (float) StrictMath.sqrt(3));
    }
}
