package dev.bascule.suites.service;

import dev.bascule.fallback.attempt.Tool;
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

    /** What runs say that they were made by. */
    public static Tool tool() {
        return new Tool(NAME, version());
    }
}
