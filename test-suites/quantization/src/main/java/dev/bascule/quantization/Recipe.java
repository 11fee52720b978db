package dev.bascule.quantization;

import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * How a model was made, kept in its metadata under {@link #KEY}, so that a file tells of itself. Immutable.
 *
 * @param method its name
 * @param source SHA-256 of the file that it was made of
 * @param parameters by their names, as {@code block: 32}; empty for none
 */
public record Recipe(String method, String source, Map<String, String> parameters) {
    public static final String KEY = "bascule.quantization";

    public Recipe {
        parameters = Collections.unmodifiableMap(new TreeMap<>(parameters));
    }

    /** On one line, as {@code int4-block32 of 9f86d0…: block=32, symmetric=true}. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder(method).append(" of ").append(source);
        String glue = ": ";
        for (Map.Entry<String, String> each : parameters.entrySet()) {
            text.append(glue).append(each.getKey()).append('=').append(each.getValue());
            glue = ", ";
        }
        return text.toString();
    }
}
