package dev.bascule.reports.export;

import dev.bascule.reports.chart.ChartBook;
import dev.bascule.reports.comparison.ComparisonReport;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;
import java.time.Instant;

/**
 * A comparison as one self-contained page, with the report's own section, charts and looks. It needs no network, and is readable
 * without its script.
 *
 * @param comparison what it shows
 * @param writtenAt when
 * @param charts what its script draws
 */
public record ComparisonPage(ComparisonReport comparison, Instant writtenAt, ChartBook charts) {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);

    public static String render(ComparisonReport comparison, Instant writtenAt) {
        StringOutput out = new StringOutput(1 << 14);
        TEMPLATES.render("comparison/page.jte", new ComparisonPage(comparison, writtenAt, new ChartBook()), out);
        return out.toString();
    }

    /** Only the page's own script may run, and nothing may be fetched. */
    public String contentSecurityPolicy() {
        return PageScript.CONTENT_SECURITY_POLICY;
    }

    public String script() {
        return PageScript.TEXT;
    }
}
