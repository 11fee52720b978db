package dev.bascule.suites.reduce;

import java.util.List;
import java.util.regex.Pattern;

/** Puts text of others into Markdown so that it shows as it is, whatever is in it. Stateless. */
final class Markdown {
    private static final int LONGEST_LINE = 300;

    private static final Pattern SPECIAL = Pattern.compile("[\\\\`*_<>&\\[\\]|~#]");
    private static final Pattern TICKS = Pattern.compile("`+");
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final int SHORTEST_FENCE = 3;

    private Markdown() {}

    /** As running text, in one line. */
    static String plain(String text) {
        return SPECIAL.matcher(SPACE.matcher(text).replaceAll(" ")).replaceAll("\\\\$0");
    }

    /** As code within a line, between more backticks than it has in a row. */
    static String code(String text) {
        String line = SPACE.matcher(text).replaceAll(" ");
        String ticks = "`".repeat(longest(line) + 1);
        boolean needsRoom = line.isBlank() || line.startsWith("`") || line.endsWith("`");
        return needsRoom ? ticks + " " + line + " " + ticks : ticks + line + ticks;
    }

    /** As a block of code. */
    static String fenced(List<String> lines) {
        String block = String.join("\n", lines);
        String fence = "`".repeat(Math.max(SHORTEST_FENCE, longest(block) + 1));
        return "\n%s\n%s\n%s\n".formatted(fence, block, fence);
    }

    private static int longest(String text) {
        return TICKS.matcher(text)
                .results()
                .mapToInt(run -> run.group().length())
                .max()
                .orElse(0);
    }

    /** A line of a list of names and values. */
    static void row(StringBuilder text, String name, String value) {
        text.append("- ").append(name).append(": ").append(value).append('\n');
    }

    /** Lines as they are, the longest cut; nothing for none. */
    static void fence(StringBuilder text, List<String> lines) {
        if (lines.isEmpty()) {
            return;
        }
        text.append(fenced(lines.stream()
                .map(line -> line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "…")
                .toList()));
    }
}
