package dev.bascule.studies.decode;

import dev.bascule.fallback.job.ModelArtifact;
import java.util.Optional;
import java.util.Set;

/**
 * A decoder that is on disk, written in one way. Immutable.
 *
 * @param name for the reader
 * @param kind how its graph is written, such as {@code plain}
 * @param artifact its file
 * @param graph what it is fed and gives
 * @param text its tokens as text; empty where nobody knows
 * @param ends tokens that end a text
 * @param seeded whether its weights are seeded ones: what it writes means nothing
 * @param encoder what it looks at; empty where it looks at its own text alone
 */
public record DecodedModel(
        String name,
        String kind,
        ModelArtifact artifact,
        DecoderGraph graph,
        Optional<TokenText> text,
        Set<Long> ends,
        boolean seeded,
        Optional<DecodedEncoder> encoder) {
    public DecodedModel {
        ends = Set.copyOf(ends);
    }
}
