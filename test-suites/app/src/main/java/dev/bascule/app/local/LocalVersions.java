package dev.bascule.app.local;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.studies.bisect.Axis;
import dev.bascule.studies.bisect.VersionShelf;
import java.util.List;
import java.util.function.Consumer;

/** Versions from npm, kept in the cache. */
public final class LocalVersions implements VersionShelf {
    private final CacheFolder cache;

    public LocalVersions(CacheFolder cache) {
        this.cache = cache;
    }

    @Override
    public List<String> versions(Axis axis) {
        return List.of();
    }

    @Override
    public Copy fetch(Axis axis, String version, Consumer<String> talk) {
        return new Copy.Missing("not in " + cache);
    }
}
