package dev.bascule.cli.output;

import dev.bascule.suites.text.Addresses;
import java.util.Collection;
import java.util.stream.Collectors;

/** Writes command lines as one would type them in a POSIX shell. Stateless. */
public final class Shell {
    private Shell() {}

    /** {@code bascule} and these arguments, quoted where a shell would take them otherwise, and without passwords. */
    public static String line(Collection<String> arguments) {
        // As the user called it, so that the line can be pasted: the start script tells.
        String command = System.getProperty("bascule.command", "bascule");
        return arguments.isEmpty()
                ? command
                : command + " "
                        + arguments.stream()
                                .map(Addresses::withoutUserInfo)
                                .map(Shell::quote)
                                .collect(Collectors.joining(" "));
    }

    public static String quote(String argument) {
        return argument.matches("[A-Za-z0-9_@%+=:,./→-]+") ? argument : "'" + argument.replace("'", "'\\''") + "'";
    }
}
