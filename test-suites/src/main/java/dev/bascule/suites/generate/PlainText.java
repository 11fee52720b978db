package dev.bascule.suites.generate;

/** Text of a record, which anybody may have written, for where it must stay text. Stateless. */
final class PlainText {
    private PlainText() {}

    /** On one line, without control characters. */
    static String line(String text) {
        return text.replaceAll("[\\p{Cntrl}\\u0085\\u2028\\u2029]+", " ");
    }

    /** Within a Java comment, which it can neither end nor escape from: Java reads {@code \\u} escapes in comments too. */
    static String inComment(String text) {
        return line(text).replace("\\", "/").replace("*/", "* /");
    }

    /** Whether a character has to be escaped in a quoted text of Java or YAML. */
    static boolean isControl(int c) {
        return Character.isISOControl(c) || c == 0x2028 || c == 0x2029 || c == 0xFEFF;
    }
}
