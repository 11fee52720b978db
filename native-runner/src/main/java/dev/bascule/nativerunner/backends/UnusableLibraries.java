package dev.bascule.nativerunner.backends;

import dev.bascule.fallback.driver.HostEnvironment;
import dev.bascule.nativerunner.library.LibrarySet;
import java.nio.file.Files;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * A set of libraries that lies in the cache and that a backend cannot stand on.
 *
 * @param words which, and what it lacks
 * @param nextStep what mends it
 */
record UnusableLibraries(String words, String nextStep) {

    /** One that {@code bascule install} made and that is not whole any more; empty where it is whole, or not there. */
    static Optional<UnusableLibraries> broken(HostEnvironment host, String id, String install, String... parts) {
        return broken(host, id, install, install + " --force", parts);
    }

    /** The same of one that a person puts together, for no command brings it. */
    static Optional<UnusableLibraries> unfinished(HostEnvironment host, String id, String install, String... parts) {
        return broken(
                host,
                id,
                "put a file %s with the line version=1.29.0, or whatever it is, into native/%s of Bascule's cache"
                        .formatted(LibrarySet.ABOUT, id),
                install,
                parts);
    }

    private static Optional<UnusableLibraries> broken(
            HostEnvironment host, String id, String describe, String complete, String... parts) {
        Optional<LibrarySet> set = LibrarySet.find(host, id);
        if (set.isEmpty()) {
            return Files.isDirectory(host.libraries().resolve(id))
                    ? Optional.of(new UnusableLibraries(
                            "native/%s of Bascule's cache has no %s, so is no whole set"
                                    .formatted(id, LibrarySet.ABOUT),
                            describe))
                    : Optional.empty();
        }
        List<String> lacking = Arrays.stream(parts)
                .filter(part -> set.get().file(part, "").isEmpty())
                .toList();
        return lacking.isEmpty()
                ? Optional.empty()
                : Optional.of(new UnusableLibraries(
                        "%s is here without %s".formatted(set.get(), String.join(" and ", lacking)), complete));
    }

    /** What ONNX Runtime's own library is called here, as the beginning of a name. */
    static String engine(HostEnvironment host) {
        return host.isWindows() ? "onnxruntime.dll" : host.isMac() ? "libonnxruntime." : "libonnxruntime.so";
    }

    /** What a library is called there. */
    static String library(HostEnvironment host, String name) {
        return host.isWindows() ? name + ".dll" : "lib" + name + (host.isMac() ? ".dylib" : ".so");
    }
}
