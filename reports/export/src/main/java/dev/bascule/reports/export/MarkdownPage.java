package dev.bascule.reports.export;

import dev.bascule.reports.format.MarkdownText;
import java.util.List;

/** Builds GitHub-flavoured Markdown. Belongs to one thread. */
final class MarkdownPage {
    private final StringBuilder out = new StringBuilder();

    MarkdownPage line(String line) {
        out.append(line).append('\n');
        return this;
    }

    /** A heading of any text, which is escaped here. */
    MarkdownPage heading(int level, String text) {
        if (out.length() > 0) {
            out.append('\n');
        }
        return line("#".repeat(level) + " " + MarkdownText.text(text)).line("");
    }

    /** Heads and cells are Markdown already. */
    void table(List<String> heads, List<List<String>> rows) {
        line("| " + String.join(" | ", heads) + " |");
        line("| " + String.join(" | ", heads.stream().map(head -> "---").toList()) + " |");
        rows.forEach(row -> line("| " + String.join(" | ", row) + " |"));
        line("");
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
