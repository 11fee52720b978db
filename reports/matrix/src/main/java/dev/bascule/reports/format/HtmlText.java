package dev.bascule.reports.format;

/** Text from outside as HTML has it, for pages that are no template: what is one escapes by itself. Stateless. */
public final class HtmlText {
    private HtmlText() {}

    /** Text in which nothing is markup, between tags as in an attribute in quotes of either kind. */
    public static String escaped(String text) {
        return text.replace("&", "&amp;")
                .replace("<", "&lt;")
                .replace(">", "&gt;")
                .replace("\"", "&quot;")
                .replace("'", "&#39;");
    }
}
