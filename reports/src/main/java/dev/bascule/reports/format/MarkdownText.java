package dev.bascule.reports.format;

/** Text from outside as GitHub-flavoured Markdown has it. Stateless. */
public final class MarkdownText {
    private MarkdownText() {}

    /** Text in which nothing is markup, also in a cell of a table. */
    public static String text(String text) {
        return text.replaceAll("[\\s\\p{Cntrl}]+", " ")
                .replaceAll("([\\\\`*_\\[\\]|#~])", "\\\\$1")
                .replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;");
    }

    /** A code span, which backticks in the text do not end. Not for a table, where a pipe would end the cell. */
    public static String code(String text) {
        String flat = text.replaceAll("[\\s\\p{Cntrl}]+", " ");
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
}
