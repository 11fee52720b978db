package dev.bascule.fallback.text;

import java.util.function.IntPredicate;

/**
 * Text of a record, a page or a program's output, which anybody may have written, for where it must stay text. Stateless.
 *
 * <p>What is no plain text: control characters (Unicode's class Cc, so both sets of terminal escapes), the line and paragraph
 * separators, and the characters that change the order in which others are shown (Unicode Standard Annex 9; CVE-2021-42574).
 */
public final class PlainText {
    private PlainText() {}

    /** Whether it does something else than to show itself. */
    public static boolean isControl(int codePoint) {
        return Character.isISOControl(codePoint)
                || codePoint == 0x2028
                || codePoint == 0x2029
                || (codePoint >= 0x202a && codePoint <= 0x202e)
                || (codePoint >= 0x2066 && codePoint <= 0x2069);
    }

    /** On one line: each run of control characters is one blank. The same text where there are none. */
    public static String line(String text) {
        return replaced(text, PlainText::isControl, " ");
    }

    /** As it is, lines and tabs too; each run of other control characters is one replacement character, U+FFFD. */
    public static String lines(String text) {
        return replaced(text, c -> c != '\n' && c != '\t' && isControl(c), "\ufffd");
    }

    private static String replaced(String text, IntPredicate bad, String by) {
        if (text.codePoints().noneMatch(bad)) {
            return text;
        }
        StringBuilder plain = new StringBuilder(text.length());
        boolean within = false;
        for (int i = 0; i < text.length(); ) {
            int c = text.codePointAt(i);
            boolean control = bad.test(c);
            if (!control) {
                plain.appendCodePoint(c);
            } else if (!within) {
                plain.append(by);
            }
            within = control;
            i += Character.charCount(c);
        }
        return plain.toString();
    }
}
