package dev.bascule.models.zoo;

import dev.bascule.models.decoder.DecoderConfig;
import dev.bascule.models.decoder.GraphKind;
import java.util.Optional;
import java.util.Set;

/**
 * A decoder of seeded weights.
 *
 * @param ends tokens that end a text, where they are published
 * @param encoder what it looks at
 */
record DecoderNetwork(DecoderConfig config, GraphKind kind, Set<Integer> ends, Optional<CrossEncoder> encoder)
        implements Architecture {
    DecoderNetwork {
        ends = Set.copyOf(ends);
    }

    /** One that looks at no encoder. */
    DecoderNetwork(DecoderConfig config, GraphKind kind, Set<Integer> ends) {
        this(config, kind, ends, Optional.empty());
    }

    DecoderNetwork as(GraphKind other) {
        return new DecoderNetwork(config, other, ends, encoder);
    }

    @Override
    public OnnxModelDefinition define(String name) {
        DecoderWeights weights = encoder.isPresent() ? new SeededCrossWeights(config) : new SeededDecoderWeights();
        return DecoderGraph.define(name, config, kind, weights);
    }
}
