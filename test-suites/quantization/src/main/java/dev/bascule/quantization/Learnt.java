package dev.bascule.quantization;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What came of a {@link Lesson}.
 *
 * @param values of each constant that was trained, by name, in its order
 * @param scales of each weight that was {@link Lesson.Stepped}, by name
 * @param parameters how it was trained, for the recipe
 * @param notes for the reader
 */
public record Learnt(
        Map<String, float[]> values, Map<String, float[]> scales, Map<String, String> parameters, List<String> notes) {
    public Learnt {
        values = Collections.unmodifiableMap(new TreeMap<>(values));
        scales = Collections.unmodifiableMap(new TreeMap<>(scales));
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
        notes = List.copyOf(notes);
    }
}
