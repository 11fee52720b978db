package dev.bascule.fallback.pack;

import dev.bascule.fallback.tensor.Value;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * A case as a runner gets it: a program and its data sets, without what is expected of it.
 *
 * @param name for logs
 * @param sets inputs by name, for each data set; the session is opened once and run for each
 */
public record PackedCase(String name, Program program, List<Map<String, Value>> sets) {
    public PackedCase {
        List<Map<String, Value>> copy = new ArrayList<>();
        sets.forEach(set -> copy.add(Collections.unmodifiableMap(new LinkedHashMap<>(set))));
        sets = Collections.unmodifiableList(copy);
    }
}
