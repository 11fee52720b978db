package dev.bascule.studies.decode;

import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.ModelArtifact;

/**
 * The encoder that a decoder looks at, and what it hears or reads. Immutable.
 *
 * @param name for the reader
 * @param artifact a graph whose outputs are the decoder's {@code cross.N.key} and {@code cross.N.value}
 * @param feeds one step
 * @param source what it is fed, in words
 */
public record DecodedEncoder(String name, ModelArtifact artifact, Feeds feeds, String source) {}
