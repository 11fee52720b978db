package dev.bascule.cli;

import dev.bascule.execution.service.ThisBuild;

/** Which build this is. Stateless. */
final class Version {
    private Version() {}

    /** As the jar's manifest says; {@code development} outside of a jar. */
    static String number() {
        return ThisBuild.version();
    }

    static String line() {
        return "bascule " + number();
    }
}
