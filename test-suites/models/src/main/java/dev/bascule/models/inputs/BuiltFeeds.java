package dev.bascule.models.inputs;

import dev.bascule.fallback.attempt.DimSize;
import dev.bascule.fallback.job.Feeds;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a model is fed, and where each input came from.
 *
 * @param feeds the tensors
 * @param generated the inputs that are made up from the seed
 * @param notes by {@code input NAME} or {@code dim NAME}: a file, a literal, the pipeline, or a guess
 * @param followsBatch whether an input has as many rows as the batch that was asked for
 * @param dims the size of each dynamic dimension, and how it came to be
 * @param choices what each dimension may be whose size was chosen, the most usual first
 */
public record BuiltFeeds(
        Feeds feeds,
        List<String> generated,
        Map<String, String> notes,
        boolean followsBatch,
        List<DimSize> dims,
        Map<String, List<Long>> choices) {
    public BuiltFeeds {
        generated = List.copyOf(generated);
        dims = List.copyOf(dims);
        choices = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(choices));
        notes = java.util.Collections.unmodifiableMap(new TreeMap<>(notes));
    }
}
