package dev.bascule.studies.conformance.cases;

import dev.bascule.fallback.tensor.Value;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * What a case is fed, and what must come of it.
 *
 * @param inputs by name; an optional input that is left out has no entry
 * @param expected by output name
 */
public record DataSet(Map<String, Value> inputs, Map<String, Value> expected) {
    public DataSet {
        inputs = Collections.unmodifiableMap(new LinkedHashMap<>(inputs));
        expected = Collections.unmodifiableMap(new LinkedHashMap<>(expected));
    }
}
