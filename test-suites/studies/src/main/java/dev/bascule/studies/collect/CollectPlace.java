package dev.bascule.studies.collect;

import dev.bascule.fallback.backend.Backend;
import java.util.List;

/**
 * Where something can be measured, one thing at a time. Immutable.
 *
 * @param id {@link #NATIVE}, or the browser's id
 * @param backends to measure there
 */
public record CollectPlace(String id, List<Backend> backends) {
    public static final String NATIVE = "native";

    public CollectPlace {
        backends = List.copyOf(backends);
    }

    public boolean isNative() {
        return id.equals(NATIVE);
    }
}
