package dev.bascule.execution.service;

import dev.bascule.fallback.run.Tool;
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

    /** The jar that a class was loaded from; empty where it comes from a folder of classes. */
    public static Optional<Path> jar(Class<?> loaded) {
        try {
            return Optional.ofNullable(loaded.getProtectionDomain().getCodeSource())
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
