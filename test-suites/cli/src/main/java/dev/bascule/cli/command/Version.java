package dev.bascule.cli.command;

import dev.bascule.execution.service.ThisBuild;

/** Which build this is. Stateless. */
public final class Version {
    private Version() {}

    /** As the jar's manifest says; {@code development} outside of a jar. */
    public static String number() {
        return ThisBuild.version();
    }

    public static String line() {
        return "bascule " + number();
    }
}
