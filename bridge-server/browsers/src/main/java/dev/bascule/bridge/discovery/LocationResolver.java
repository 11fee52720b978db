package dev.bascule.bridge.discovery;

import dev.bascule.fallback.driver.HiddenParts;
import dev.bascule.fallback.driver.HostEnvironment;
import java.io.File;
import java.io.IOException;
import java.nio.file.FileSystems;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.PathMatcher;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A resolver of the paths of a table to the files that are there. A name without a slash is looked for on PATH;
 * <code>${NAME}</code> stands for an environment variable, {@code ~} for the home, and a part with {@code *} for every folder
 * or file that fits. Immutable and thread-safe.
 *
 * @param root what {@code /} stands for: a folder in tests
 */
record LocationResolver(OperatingSystem system, Map<String, String> environment, Path home, Path root) {
    private static final Pattern VARIABLE = Pattern.compile("\\$\\{([^}]+)}");

    LocationResolver {
        environment = Map.copyOf(environment);
    }

    static LocationResolver ofThisMachine() {
        return new LocationResolver(
                OperatingSystem.ofName(System.getProperty("os.name", "")),
                HiddenParts.environment(),
                Path.of(System.getProperty("user.home", ".")),
                Path.of("/"));
    }

    Path cache() {
        return CacheLocation.of(environment, home);
    }

    /** Where bundled browsers lie: a release archive names its own folder, else they were unpacked into the cache. */
    Path browsers() {
        return variable(HostEnvironment.BROWSERS)
                .flatMap(LocationResolver::path)
                .orElseGet(() -> cache().resolve("browsers"));
    }

    /** What is passed over as if it were not here. */
    HiddenParts without() {
        return HiddenParts.of(environment);
    }

    /** The value of a variable; empty where it is not set or blank. */
    Optional<String> variable(String name) {
        return Optional.ofNullable(environment.get(name)).filter(value -> !value.isBlank());
    }

    /** The executable files at a place, in the order of their names. */
    List<Path> executables(String place) {
        if (!place.contains("/")) {
            return onPath(place).map(List::of).orElse(List.of());
        }
        return files(place).stream()
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .toList();
    }

    /** The first of that name on PATH. */
    Optional<Path> onPath(String name) {
        return Stream.of(variable("PATH").orElse("").split(Pattern.quote(File.pathSeparator), -1))
                .filter(folder -> !folder.isBlank())
                .flatMap(folder -> path(folder).stream())
                .map(folder -> folder.resolve(name))
                .filter(file -> Files.isRegularFile(file) && Files.isExecutable(file))
                .findFirst();
    }

    /** What there is at a place with slashes, files and folders. */
    List<Path> files(String place) {
        Matcher variables = VARIABLE.matcher(place);
        StringBuilder expanded = new StringBuilder();
        while (variables.find()) {
            Optional<String> value = variable(variables.group(1));
            if (value.isEmpty()) {
                return List.of();
            }
            // The value may be a Windows path, in which a star cannot stand.
            variables.appendReplacement(expanded, Matcher.quoteReplacement(value.get()));
        }
        variables.appendTail(expanded);
        String text = expanded.toString();
        if (text.startsWith("~/")) {
            return matching(home, text.substring(2));
        }
        if (text.startsWith("/") && !text.startsWith(root.toString())) {
            return matching(root, text.substring(1));
        }
        int star = text.indexOf('*');
        if (star < 0) {
            return path(text).filter(Files::exists).map(List::of).orElse(List.of());
        }
        int slash = text.lastIndexOf('/', star);
        return path(slash > 0 ? text.substring(0, slash) : "/")
                .map(base -> matching(base, text.substring(slash + 1)))
                .orElse(List.of());
    }

    private static List<Path> matching(Path base, String relative) {
        List<Path> found = List.of(base);
        for (String part : relative.split("/", -1)) {
            found = found.stream().flatMap(folder -> children(folder, part)).toList();
        }
        return found;
    }

    private static Stream<Path> children(Path folder, String part) {
        if (!part.contains("*")) {
            Path child = folder.resolve(part);
            return Files.exists(child) ? Stream.of(child) : Stream.empty();
        }
        if (!Files.isDirectory(folder)) {
            return Stream.empty();
        }
        PathMatcher matcher = FileSystems.getDefault().getPathMatcher("glob:" + part);
        try (Stream<Path> entries = Files.list(folder)) {
            return entries.filter(entry -> matcher.matches(entry.getFileName())).sorted().toList().stream();
        } catch (IOException e) {
            // A folder that may not be read holds nothing for us.
            return Stream.empty();
        }
    }

    static Optional<Path> path(String text) {
        try {
            return Optional.of(Path.of(text));
        } catch (InvalidPathException e) {
            return Optional.empty();
        }
    }
}
