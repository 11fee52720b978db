package dev.bascule.fallback.driver;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;

/**
 * The part of the host that a driver may look at before anything is loaded. Immutable.
 *
 * @param os the operating system's name as Java has it
 * @param arch the processor's architecture as Java has it
 * @param environment this process's variables
 * @param libraries the folder in which {@code bascule install} puts sets of native libraries, one folder each
 * @param browsers the folder in which bundled browsers lie, which bring a software Vulkan driver
 */
public record HostEnvironment(String os, String arch, Map<String, String> environment, Path libraries, Path browsers) {

    /** The variable by which a release archive names its own folder of browsers. */
    public static final String BROWSERS = "BASCULE_BROWSER_FOLDER";

    public HostEnvironment {
        // Windows knows a variable by any case of its name: Path is PATH.
        Map<String, String> copy =
                os.startsWith("Windows") ? new TreeMap<>(String.CASE_INSENSITIVE_ORDER) : new TreeMap<>();
        copy.putAll(environment);
        environment = Collections.unmodifiableMap(copy);
    }

    /**
     * Those of this process. Its cache is {@code BASCULE_CACHE}, else under {@code XDG_CACHE_HOME}, else {@code ~/.cache};
     * its browsers are in {@value #BROWSERS}, else in the cache.
     */
    public static HostEnvironment ofProcess() {
        return of(
                System.getProperty("os.name", ""),
                System.getProperty("os.arch", ""),
                HiddenParts.environment(),
                Path.of(System.getProperty("user.home", ".")));
    }

    static HostEnvironment of(String os, String arch, Map<String, String> environment, Path home) {
        String own = environment.getOrDefault("BASCULE_CACHE", "");
        String shared = environment.getOrDefault("XDG_CACHE_HOME", "");
        Path cache = own.isBlank()
                ? (shared.isBlank() ? home.resolve(".cache") : Path.of(shared)).resolve("bascule")
                : Path.of(own);
        String browsers = environment.getOrDefault(BROWSERS, "");
        return new HostEnvironment(
                os,
                arch,
                environment,
                cache.resolve("native"),
                browsers.isBlank() ? cache.resolve("browsers") : Path.of(browsers));
    }

    public boolean isWindows() {
        return os.startsWith("Windows");
    }

    public boolean isMac() {
        return os.startsWith("Mac");
    }

    public boolean has(String path) {
        return Files.exists(Path.of(path));
    }
}
