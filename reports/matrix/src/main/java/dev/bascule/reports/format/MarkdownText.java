package dev.bascule.reports.format;

import dev.bascule.fallback.text.PlainText;
import java.util.List;
import java.util.regex.Pattern;

/** Text from outside as GitHub-flavoured Markdown has it. Stateless. */
public final class MarkdownText {
    private static final Pattern TICKS = Pattern.compile("`+");
    private static final Pattern SPACE = Pattern.compile("\\s+");
    private static final Pattern SPECIAL = Pattern.compile("[\\\\`*_\\[\\]|#~]");
    private static final int SHORTEST_FENCE = 3;

    private MarkdownText() {}

    /** Text in one line in which nothing is markup, also in a cell of a table. */
    public static String text(String text) {
        return SPECIAL.matcher(line(text))
                .replaceAll("\\\\$0")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }

    /** A code span, which backticks in the text do not end. Not for a table, where a pipe would end the cell. */
    public static String code(String text) {
        String line = line(text);
        String ticks = "`".repeat(longest(line) + 1);
        // A reader takes one space off either end where both have one.
        boolean needsRoom = line.isBlank() || line.contains("`") || line.startsWith(" ") && line.endsWith(" ");
        return needsRoom ? ticks + " " + line + " " + ticks : ticks + line + ticks;
    }

    /** A block of code, which no line of it ends. */
    public static String fenced(List<String> lines) {
        String block = PlainText.lines(String.join("\n", lines));
        String fence = "`".repeat(Math.max(SHORTEST_FENCE, longest(block) + 1));
        return "\n%s\n%s\n%s\n".formatted(fence, block, fence);
    }

    private static String line(String text) {
        return SPACE.matcher(PlainText.line(text)).replaceAll(" ");
    }

    private static int longest(String text) {
        return TICKS.matcher(text)
                .results()
                .mapToInt(run -> run.group().length())
                .max()
                .orElse(0);
    }
}
