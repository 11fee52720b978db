package dev.bascule.studies.reduce.report;

import dev.bascule.reports.format.MarkdownText;
import java.util.List;

/** The parts of a bug report, in Markdown. Stateless. */
final class IssueMarkdown {
    private static final int LONGEST_LINE = 300;

    private IssueMarkdown() {}

    /** As running text, in one line. */
    static String plain(String text) {
        return MarkdownText.text(text);
    }

    /** As code within a line. */
    static String code(String text) {
        return MarkdownText.code(text);
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
        text.append(MarkdownText.fenced(lines.stream()
                .map(line -> line.length() <= LONGEST_LINE ? line : line.substring(0, LONGEST_LINE) + "…")
                .toList()));
    }
}
