package dev.bascule.suites.expectations;

import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * A pattern of {@code *} and {@code ?}, compiled once: expectations are held against thousands of cells. Immutable.
 *
 * @param text as written
 * @param pattern what it compiles to
 */
record Glob(String text, Pattern pattern) {

    /** One that tells letters apart by case, as ids do. */
    static Glob of(String text) {
        return new Glob(text, compile(text, 0));
    }

    /** One that does not, for names. */
    static Glob ignoringCase(String text) {
        return new Glob(text, compile(text, Pattern.CASE_INSENSITIVE));
    }

    private static Pattern compile(String text, int flags) {
        return Pattern.compile(
                text.codePoints()
                        .mapToObj(c -> c == '*' ? ".*" : c == '?' ? "." : Pattern.quote(Character.toString(c)))
                        .collect(Collectors.joining()),
                flags);
    }

    /** Whether it is a name rather than a pattern. */
    boolean isExact() {
        return text.indexOf('*') < 0 && text.indexOf('?') < 0;
    }

    boolean matches(String other) {
        return pattern.matcher(other).matches();
    }

    /** Whether the other begins with what this matches. */
    boolean begins(String other) {
        return pattern.matcher(other).lookingAt();
    }

    /** Equal texts are equal globs; compiled patterns have no equality. */
    @Override
    public boolean equals(Object other) {
        return other instanceof Glob that && text.equals(that.text) && pattern.flags() == that.pattern.flags();
    }

    @Override
    public int hashCode() {
        return text.hashCode();
    }
}
