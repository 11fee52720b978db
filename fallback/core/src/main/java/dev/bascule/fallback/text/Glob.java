package dev.bascule.fallback.text;

/**
 * A pattern of {@code *}, any characters or none, and {@code ?}, any one. It is matched in steps that are at most the product of
 * both lengths, whatever the pattern: as a regular expression, {@code *?*?*?…} could take longer than anybody waits. Immutable.
 *
 * @param text as written
 * @param ignoringCase whether letters that differ by case alone are one
 */
public record Glob(String text, boolean ignoringCase) {

    /** One that tells letters apart by case, as ids do. */
    public static Glob of(String text) {
        return new Glob(text, false);
    }

    /** One that does not, for names. */
    public static Glob ignoringCase(String text) {
        return new Glob(text, true);
    }

    /** Whether it is a name rather than a pattern. */
    public boolean isExact() {
        return text.indexOf('*') < 0 && text.indexOf('?') < 0;
    }

    /** Whether it is a pattern of the whole other. */
    public boolean matches(String other) {
        return matches(points(text), points(other));
    }

    /** Whether the other begins with what this matches. */
    public boolean begins(String other) {
        return matches(points(text + "*"), points(other));
    }

    private int[] points(String words) {
        return (ignoringCase ? words.codePoints().map(Character::toLowerCase) : words.codePoints()).toArray();
    }

    /** Only the last star is ever given more: what those before it took can stay. */
    private static boolean matches(int[] pattern, int[] words) {
        int at = 0;
        int next = 0;
        int star = -1;
        int taken = 0;
        while (at < words.length) {
            if (next < pattern.length && pattern[next] == '*') {
                star = next++;
                taken = at;
            } else if (next < pattern.length && (pattern[next] == '?' || pattern[next] == words[at])) {
                next++;
                at++;
            } else if (star >= 0) {
                next = star + 1;
                at = ++taken;
            } else {
                return false;
            }
        }
        while (next < pattern.length && pattern[next] == '*') {
            next++;
        }
        return next == pattern.length;
    }
}
