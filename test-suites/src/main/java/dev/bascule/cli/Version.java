package dev.bascule.cli;

import java.util.Optional;

/** Which build this is. Stateless. */
final class Version {
    private Version() {}

    /** As the jar's manifest says; {@code development} outside of a jar. */
    static String number() {
        return Optional.ofNullable(Version.class.getPackage())
                .flatMap(own -> Optional.ofNullable(own.getImplementationVersion()))
                .orElse("development");
    }

    static String line() {
        return "bascule " + number();
    }
}
