package dev.bascule.reports.export;

import java.util.List;

/** Builds GitHub-flavoured Markdown; text from outside is escaped. Belongs to one thread. */
final class MarkdownPage {
    private final StringBuilder out = new StringBuilder();

    MarkdownPage line(String line) {
        out.append(line).append('\n');
        return this;
    }

    MarkdownPage heading(int level, String text) {
        if (out.length() > 0) {
            out.append('\n');
        }
        return line("#".repeat(level) + " " + text(text)).line("");
    }

    /** Heads and cells are Markdown already. */
    void table(List<String> heads, List<List<String>> rows) {
        line("| " + String.join(" | ", heads) + " |");
        line("| " + String.join(" | ", heads.stream().map(head -> "---").toList()) + " |");
        rows.forEach(row -> line("| " + String.join(" | ", row) + " |"));
        line("");
    }

    /** Text in which nothing is markup. */
    static String text(String text) {
        return text.replaceAll("\\s+", " ")
                .replaceAll("([\\\\`*_\\[\\]|#~])", "\\\\$1")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }

    /** A code span; it cannot be left by backticks in the text. */
    static String code(String text) {
        String flat = text.replaceAll("\\s+", " ").replace("|", "\\|");
        int longest = 0;
        int run = 0;
        for (char c : flat.toCharArray()) {
            run = c == '`' ? run + 1 : 0;
            longest = Math.max(longest, run);
        }
        String fence = "`".repeat(longest + 1);
        String pad = longest > 0 ? " " : "";
        return fence + pad + flat + pad + fence;
    }

    @Override
    public String toString() {
        return out.toString();
    }
}
