package dev.bascule.bridge.discovery;

import java.nio.file.Path;
import java.util.Map;

/** The place of the cache in a file system. */
final class CacheLocation {

    private CacheLocation() {}

    /** {@code BASCULE_CACHE}, else {@code bascule} under {@code XDG_CACHE_HOME}, else under {@code ~/.cache}. */
    static Path of(Map<String, String> environment, Path home) {
        String own = environment.getOrDefault("BASCULE_CACHE", "");
        if (!own.isBlank()) {
            return Path.of(own);
        }
        String xdg = environment.getOrDefault("XDG_CACHE_HOME", "");
        return (xdg.isBlank() ? home.resolve(".cache") : Path.of(xdg)).resolve("bascule");
    }
}
