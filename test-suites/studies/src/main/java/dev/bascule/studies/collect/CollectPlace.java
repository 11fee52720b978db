package dev.bascule.studies.collect;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.install.ReleaseVersion;
import java.util.List;
import java.util.Optional;

/**
 * Where something can be measured, one thing at a time. Immutable.
 *
 * @param id {@link #NATIVE}, or the browser's id
 * @param engine version of onnxruntime-web that pages load; empty for the bundled one, and natively
 * @param backends to measure there
 */
public record CollectPlace(String id, Optional<ReleaseVersion> engine, List<Backend> backends) {
    public static final String NATIVE = "native";

    public CollectPlace {
        backends = List.copyOf(backends);
    }

    /** With the engine that the product brings. */
    public CollectPlace(String id, List<Backend> backends) {
        this(id, Optional.empty(), backends);
    }

    public boolean isNative() {
        return id.equals(NATIVE);
    }

    /** What tells it from others, for people as well: {@code chromium with onnxruntime-web 1.23.2}. */
    public String name() {
        return name(id, engine);
    }

    public static String name(String id, Optional<ReleaseVersion> engine) {
        return engine.map(version -> "%s with onnxruntime-web %s".formatted(id, version))
                .orElse(id);
    }
}
