package dev.bascule.junit.run;

import dev.bascule.app.run.SuiteArguments;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.suites.suite.BuiltInSuites;
import dev.bascule.suites.suite.Suite;
import dev.bascule.suites.suite.SuiteReader;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URISyntaxException;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/**
 * Where a suite is found: a resource on the class path, a file, one of those built in, or a model that is a suite of its
 * own. Immutable.
 *
 * @param kind which of these
 * @param name the resource's name, the file's path, the built-in suite's name, the model's reference
 */
public record SuitePlace(Kind kind, String name) {

    /** The kinds, with the words that stand for them in unique ids. */
    public enum Kind {
        RESOURCE("resource"),
        FILE("file"),
        BUILT_IN("built-in"),
        MODEL("model");

        private final String word;

        Kind(String word) {
            this.word = word;
        }

        public String word() {
            return word;
        }

        public static Optional<Kind> find(String word) {
            return Arrays.stream(values())
                    .filter(kind -> kind.word().equals(word))
                    .findFirst();
        }
    }

    /**
     * Takes what {@code bascule run} takes, and for YAML files resources of the class path before files.
     *
     * @param loader finds the resources
     */
    public static SuitePlace of(String word, ClassLoader loader) {
        if (BuiltInSuites.names().contains(word)) {
            return new SuitePlace(Kind.BUILT_IN, word);
        }
        if (!isYaml(word)) {
            return new SuitePlace(Kind.MODEL, word);
        }
        String resource = word.startsWith("/") ? word.substring(1) : word;
        return loader.getResource(resource) != null
                ? new SuitePlace(Kind.RESOURCE, resource)
                : new SuitePlace(Kind.FILE, word);
    }

    public static boolean isYaml(String word) {
        return word.endsWith(".yaml") || word.endsWith(".yml");
    }

    /**
     * Reads it.
     *
     * @param folder what the paths of files are relative to
     * @throws BasculeException {@link ErrorCode#SUITE_INVALID} and what else reading a suite or naming a model throws
     */
    public Suite read(ClassLoader loader, Path folder) {
        return switch (kind) {
            case RESOURCE -> resource(loader);
            case FILE -> file(folder.resolve(name));
            case BUILT_IN, MODEL -> SuiteArguments.read(List.of(name)).get(0);
        };
    }

    /** Its file, where it has one: a resource may be in a jar. */
    public Optional<Path> file(ClassLoader loader, Path folder) {
        return switch (kind) {
            case RESOURCE -> Optional.ofNullable(loader.getResource(name)).flatMap(SuitePlace::file);
            case FILE -> Optional.of(folder.resolve(name));
            case BUILT_IN, MODEL -> Optional.empty();
        };
    }

    private static Suite file(Path file) {
        if (!Files.exists(file)) {
            throw new BasculeException(
                    ErrorCode.SUITE_INVALID,
                    "there is no suite '%s', neither on the class path nor as a file".formatted(file),
                    "check the name; resources are named from the root of the class path");
        }
        return SuiteReader.read(file);
    }

    private Suite resource(ClassLoader loader) {
        URL url = loader.getResource(name);
        if (url == null) {
            throw new BasculeException(
                    ErrorCode.SUITE_INVALID,
                    "there is no suite '%s' on the class path".formatted(name),
                    "check the name");
        }
        Optional<Path> file = file(url);
        if (file.isPresent()) {
            return SuiteReader.read(file.get());
        }
        try (InputStream stream = url.openStream()) {
            // Paths in a suite that is packed into a jar are those of the project that runs it.
            return SuiteReader.read(
                    new String(stream.readAllBytes(), StandardCharsets.UTF_8), "classpath:" + name, Path.of(""));
        } catch (IOException e) {
            throw BasculeException.because(e, ErrorCode.SUITE_INVALID, "cannot read the suite '%s'".formatted(name));
        }
    }

    private static Optional<Path> file(URL url) {
        try {
            URI uri = url.toURI();
            return "file".equals(uri.getScheme()) ? Optional.of(Path.of(uri)) : Optional.empty();
        } catch (URISyntaxException odd) {
            return Optional.empty();
        }
    }

    @Override
    public String toString() {
        return kind == Kind.RESOURCE ? "classpath:" + name : name;
    }
}
