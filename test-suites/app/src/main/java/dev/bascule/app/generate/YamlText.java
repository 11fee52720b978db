package dev.bascule.app.generate;

import dev.bascule.fallback.text.PlainText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Writes YAML as people do: block mappings, short lists in one line, quotes where they are needed. Filled by one thread. */
final class YamlText {
    /** In place of what YAML cannot hold. */
    private static final int UNKNOWN = 0xfffd;

    private static final Pattern WORD =
            Pattern.compile("(?:[A-Za-z_/]|\\.\\.?/)[A-Za-z0-9_./+@>-]*(?::[A-Za-z0-9_./+@-]+)*+");

    /** YAML 1.1 and 1.2 take these for something else. */
    private static final Pattern NO_TEXT = Pattern.compile("(?i)y|n|yes|no|on|off|true|false|null");

    /** Written back as it is: not octal or hexadecimal, no zeros around it, and short enough for any reader. */
    private static final Pattern NUMBER = Pattern.compile("(?:0|[1-9][0-9]{0,8})(?:\\.[0-9]{0,5}[1-9])?");

    /** 20ms and 22.x are no numbers to YAML. */
    private static final Pattern QUANTITY = Pattern.compile("[1-9][0-9]*\\.?[A-Za-z]+");

    private final List<String> lines = new ArrayList<>();

    YamlText comment(String text) {
        lines.add("# "
                + PlainText.line(text)
                        .codePoints()
                        .map(c -> isPrintable(c) ? c : UNKNOWN)
                        .collect(StringBuilder::new, StringBuilder::appendCodePoint, StringBuilder::append));
        return this;
    }

    YamlText blank() {
        lines.add("");
        return this;
    }

    /** A line that is YAML already. */
    YamlText raw(String line) {
        lines.add(line);
        return this;
    }

    YamlText entry(int depth, String key, String value) {
        lines.add("  ".repeat(depth) + key(key) + ": " + scalar(value));
        return this;
    }

    YamlText key(int depth, String key) {
        lines.add("  ".repeat(depth) + key(key) + ":");
        return this;
    }

    YamlText list(int depth, String key, Collection<String> values) {
        lines.add("  ".repeat(depth) + key(key) + ": "
                + values.stream().map(YamlText::scalar).collect(Collectors.joining(", ", "[", "]")));
        return this;
    }

    private static String key(String word) {
        return scalar(word);
    }

    /** Quoted unless YAML takes it for the same text, or number, as it is. */
    static String scalar(String text) {
        boolean word = WORD.matcher(text).matches() && !NO_TEXT.matcher(text).matches();
        boolean plain =
                word || NUMBER.matcher(text).matches() || QUANTITY.matcher(text).matches();
        return plain ? text : quoted(text);
    }

    /** In double quotes, whatever it looks like. */
    static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\\', '"' -> quoted.append('\\').appendCodePoint(c);
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> {
                    if (Character.getType(c) == Character.SURROGATE) {
                        quoted.appendCodePoint(UNKNOWN);
                    } else if (!isPrintable(c)) {
                        quoted.append(String.format("\\U%08x", c));
                    } else {
                        quoted.appendCodePoint(c);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }

    /** As YAML 1.2 has it (5.1), and shown in the order in which it stands. */
    private static boolean isPrintable(int c) {
        return !PlainText.isControl(c)
                && c != 0xfeff
                && (c & 0xfffe) != 0xfffe
                && Character.getType(c) != Character.SURROGATE;
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }
}
