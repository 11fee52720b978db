package dev.bascule.cli.output;

import dev.bascule.fallback.text.Addresses;
import dev.bascule.fallback.text.ShellText;
import java.util.Collection;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes command lines as one would type them in a POSIX shell. Stateless. */
public final class Shell {
    /** The name with a word behind it, and no part of a path; in prose it has a capital. */
    private static final Pattern OURS = Pattern.compile("(?<![\\w./-])bascule (?=[a-z-])");

    /** What comes after the address of a pool of workers: whoever has it is let in. */
    private static final Pattern TOKEN = Pattern.compile("(bascule://[^#\\s]*)#\\S+");

    private Shell() {}

    /** {@code bascule} and these arguments, quoted where a shell would take them otherwise, and without passwords
     * and tokens. */
    public static String line(Collection<String> arguments) {
        // As the user called it, so that the line can be pasted: the start script tells.
        String command = System.getProperty("bascule.command", "bascule");
        return arguments.isEmpty()
                ? command
                : command + " "
                        + arguments.stream()
                                .map(Addresses::withoutUserInfo)
                                .map(Shell::withoutToken)
                                .map(ShellText::quoted)
                                .collect(Collectors.joining(" "));
    }

    /** A word of a command line in which the address of a pool shows no token. */
    public static String withoutToken(String word) {
        return TOKEN.matcher(word).replaceAll("$1#TOKEN");
    }

    /** A text in which commands of ours read as the user called this one, so that they can be pasted. */
    public static String asCalled(String text) {
        return asCalled(text, System.getProperty("bascule.command", "bascule"));
    }

    static String asCalled(String text, String command) {
        return OURS.matcher(text).replaceAll(Matcher.quoteReplacement(ShellText.quoted(command) + " "));
    }
}
