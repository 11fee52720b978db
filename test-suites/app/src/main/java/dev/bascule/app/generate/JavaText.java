package dev.bascule.app.generate;

import dev.bascule.fallback.text.PlainText;

/** Text of a record, which anybody may have written, in Java source. Stateless. */
final class JavaText {
    private JavaText() {}

    /** Within a comment, which it can neither end nor escape from: Java reads {@code \\u} escapes in comments too. */
    static String comment(String text) {
        return PlainText.line(text).replace("\\", "/").replace("*/", "* /").replace("/*", "/ *");
    }

    /** A string literal of this value. */
    static String literal(String text) {
        StringBuilder literal = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            if (c == '\\' || c == '"') {
                literal.append('\\').appendCodePoint(c);
            } else if (PlainText.isControl(c)) {
                // Octal below 256 and not a Unicode escape: Java replaces those before it looks for a literal's end.
                literal.append(c < 0x100 ? String.format("\\%03o", c) : String.format("\\u%04x", c));
            } else {
                literal.appendCodePoint(c);
            }
        });
        return literal.append('"').toString();
    }
}
