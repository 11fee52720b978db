package dev.bascule.suites.inputs;

import dev.bascule.fallback.runner.Feeds;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a model is fed, and where each input came from.
 *
 * @param feeds the tensors
 * @param notes by {@code input NAME} or {@code dim NAME}: a file, a literal, the pipeline, or a guess
 * @param followsBatch whether an input has as many rows as the batch that was asked for
 */
public record BuiltFeeds(Feeds feeds, Map<String, String> notes, boolean followsBatch) {
    public BuiltFeeds {
        notes = java.util.Collections.unmodifiableMap(new TreeMap<>(notes));
    }
}
