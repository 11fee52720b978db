package dev.bascule.suites.suite;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** The suites that come with Bascule. Stateless. */
public final class BuiltInSuites {
    /** What {@code bascule run} without an argument runs. */
    public static final String QUICKSTART = "quickstart";

    private static final List<String> NAMES = List.of(QUICKSTART, "audio");

    private BuiltInSuites() {}

    public static List<String> names() {
        return NAMES;
    }

    /** The suite of this name, if it is built in. */
    public static Optional<Suite> find(String name) {
        return NAMES.contains(name) ? Optional.of(read(name)) : Optional.empty();
    }

    private static Suite read(String name) {
        String file = name + ".yaml";
        try (InputStream stream = BuiltInSuites.class.getResourceAsStream(file)) {
            if (stream == null) {
                throw new IllegalStateException("the jar lacks its resource " + file);
            }
            return SuiteReader.read(
                    new String(stream.readAllBytes(), StandardCharsets.UTF_8), "built-in " + file, Path.of(""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
