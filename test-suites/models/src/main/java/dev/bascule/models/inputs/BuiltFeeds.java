package dev.bascule.models.inputs;

import dev.bascule.fallback.attempt.DimSize;
import dev.bascule.fallback.runner.Feeds;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a model is fed, and where each input came from.
 *
 * @param feeds the tensors
 * @param notes by {@code input NAME} or {@code dim NAME}: a file, a literal, the pipeline, or a guess
 * @param followsBatch whether an input has as many rows as the batch that was asked for
 * @param dims the size of each dynamic dimension, and how it came to be
 * @param choices what each dimension may be whose size was chosen, the most usual first
 */
public record BuiltFeeds(
        Feeds feeds,
        Map<String, String> notes,
        boolean followsBatch,
        List<DimSize> dims,
        Map<String, List<Long>> choices) {
    static final String GENERATED = "generated";

    public BuiltFeeds {
        dims = List.copyOf(dims);
        choices = java.util.Collections.unmodifiableMap(new java.util.LinkedHashMap<>(choices));
        notes = java.util.Collections.unmodifiableMap(new TreeMap<>(notes));
    }

    /** Whether any input is made up from the seed. */
    public boolean isGenerated() {
        return notes.values().stream().anyMatch(note -> note.startsWith(GENERATED));
    }
}
