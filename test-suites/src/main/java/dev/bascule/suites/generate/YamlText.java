package dev.bascule.suites.generate;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;

/** Writes YAML as people do: block mappings, short lists in one line, quotes where they are needed. Filled by one thread. */
final class YamlText {
    private final List<String> lines = new ArrayList<>();

    YamlText comment(String text) {
        lines.add("# " + PlainText.line(text));
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
        boolean plain = text.matches("[A-Za-z0-9_./][A-Za-z0-9_./+@>-]*(:[A-Za-z0-9_./+@-]+)*")
                && !text.matches("(?i)y|n|yes|no|true|false|null|~");
        return plain ? text : quoted(text);
    }

    private static String quoted(String text) {
        StringBuilder quoted = new StringBuilder("\"");
        text.codePoints().forEach(c -> {
            switch (c) {
                case '\\', '"' -> quoted.append('\\').appendCodePoint(c);
                case '\n' -> quoted.append("\\n");
                case '\t' -> quoted.append("\\t");
                case '\r' -> quoted.append("\\r");
                default -> {
                    if (PlainText.isControl(c)) {
                        quoted.append(String.format("\\u%04x", c));
                    } else {
                        quoted.appendCodePoint(c);
                    }
                }
            }
        });
        return quoted.append('"').toString();
    }

    String text() {
        return String.join("\n", lines) + "\n";
    }
}
