package dev.bascule.fallback.text;

import java.util.regex.Pattern;

/** Text as one word of a POSIX shell's command line. Stateless. */
public final class ShellText {
    /** What no shell takes for more than itself. */
    private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_@%+=:,./→-]+");

    private ShellText() {}

    /** The word as a shell reads it back; in quotes where it has to be. A shell has no word with a NUL: it is left out. */
    public static String quoted(String word) {
        return PLAIN.matcher(word).matches()
                ? word
                : "'" + word.replace("\0", "").replace("'", "'\\''") + "'";
    }
}
