package dev.bascule.suites.service;

import dev.bascule.fallback.attempt.Tool;
import java.net.URISyntaxException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;

/** Which build of Bascule this is. Stateless. */
public final class ThisBuild {
    private static final String NAME = "bascule";

    private ThisBuild() {}

    /** As the jar's manifest says; {@code development} outside of a jar. */
    public static String version() {
        return Optional.ofNullable(ThisBuild.class.getPackage())
                .flatMap(own -> Optional.ofNullable(own.getImplementationVersion()))
                .orElse("development");
    }

    /** What the build wrote down of itself. */
    public static BuildFacts facts() {
        return BuildFacts.read();
    }

    /** The jar that this runs from; empty where it runs from a folder of classes. */
    public static Optional<Path> jar() {
        try {
            return Optional.ofNullable(ThisBuild.class.getProtectionDomain().getCodeSource())
                    .flatMap(source -> Optional.ofNullable(source.getLocation()))
                    .map(location -> {
                        try {
                            return Path.of(location.toURI());
                        } catch (URISyntaxException e) {
                            throw new IllegalArgumentException(e);
                        }
                    })
                    .filter(Files::isRegularFile);
        } catch (IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    /** What runs say that they were made by. */
    public static Tool tool() {
        return new Tool(NAME, version());
    }
}
