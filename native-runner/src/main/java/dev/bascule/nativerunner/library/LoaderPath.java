package dev.bascule.nativerunner.library;

import dev.bascule.fallback.driver.HostEnvironment;
import java.io.File;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Where the system's loader would find a shared library, without loading it: the loader's variable, the loader's cache,
 * its usual folders. Immutable and thread-safe.
 */
public final class LoaderPath {
    private final List<Path> folders;
    private final List<Path> cached;

    LoaderPath(List<Path> folders, List<Path> cached) {
        this.folders = List.copyOf(folders);
        this.cached = List.copyOf(cached);
    }

    /** This process's. */
    public static LoaderPath ofSystem(Map<String, String> environment) {
        List<Path> folders = new ArrayList<>();
        Stream.of("LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH", "PATH")
                .map(name -> environment.getOrDefault(name, ""))
                .forEach(value -> folders.addAll(split(value)));
        Stream.of("/lib64", "/usr/lib64", "/lib", "/usr/lib", "/usr/local/lib", "/usr/lib/wsl/lib")
                .map(Path::of)
                .forEach(folders::add);
        try {
            return new LoaderPath(folders, parseCache(Files.readAllBytes(Path.of("/etc/ld.so.cache"))));
        } catch (IOException e) {
            return new LoaderPath(folders, List.of());
        }
    }

    private static List<Path> split(String value) {
        return Arrays.stream(value.split(File.pathSeparator))
                .filter(part -> !part.isBlank())
                .flatMap(part -> path(part).stream())
                .toList();
    }

    /** Where the locale is plain, as in a bare container, bytes beyond ASCII are no path, and there is no such library. */
    private static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }

    /** The libraries named in a glibc ld.so.cache: the absolute paths among its zero-terminated strings. */
    static List<Path> parseCache(byte[] cache) {
        List<Path> paths = new ArrayList<>();
        int start = 0;
        for (int i = 0; i < cache.length; i++) {
            if (cache[i] == 0) {
                if (i > start && cache[start] == '/') {
                    path(new String(cache, start, i - start, StandardCharsets.UTF_8))
                            .ifPresent(paths::add);
                }
                start = i + 1;
            }
        }
        return paths;
    }

    /** The variable with which a child's loader finds libraries in these folders first. */
    public static Map<String, String> with(HostEnvironment host, List<Path> folders) {
        String name = host.isWindows() ? "PATH" : host.isMac() ? "DYLD_LIBRARY_PATH" : "LD_LIBRARY_PATH";
        String before = host.environment().getOrDefault(name, "");
        // The name as the system spells it, else the child would have two.
        String spelled = host.environment().keySet().stream()
                .filter(key -> host.isWindows() && key.equalsIgnoreCase(name))
                .findFirst()
                .orElse(name);
        return Map.of(
                spelled,
                Stream.concat(folders.stream().map(Path::toString), Stream.of(before))
                        .filter(part -> !part.isBlank())
                        .collect(Collectors.joining(File.pathSeparator)));
    }

    /** The file of this name, if there is one. */
    public Optional<Path> find(String library) {
        return Stream.concat(
                        folders.stream().map(folder -> folder.resolve(library)),
                        cached.stream().filter(path -> path.endsWith(library)))
                .filter(Files::exists)
                .findFirst();
    }
}
