package dev.bascule.models.zoo;

import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.GraphKind;

/** A decoder of seeded weights. */
record DecoderNetwork(DecoderConfig config, GraphKind kind) implements Architecture {
    @Override
    public OnnxModelDefinition define(String name) {
        return DecoderGraph.define(name, config, kind, new SeededDecoderWeights());
    }
}
