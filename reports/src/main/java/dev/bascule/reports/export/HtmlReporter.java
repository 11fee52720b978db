package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.reports.matrix.KnownFailures;
import gg.jte.ContentType;
import gg.jte.TemplateEngine;
import gg.jte.output.StringOutput;

/**
 * One self-contained page: no script, no request to anywhere, readable in the dark, on paper and by a screen reader. The
 * templates are compiled into the jar and escape whatever they print. Thread-safe.
 */
final class HtmlReporter implements Reporter {
    private static final TemplateEngine TEMPLATES = TemplateEngine.createPrecompiled(ContentType.Html);

    @Override
    public String id() {
        return "html";
    }

    @Override
    public String fileName() {
        return "index.html";
    }

    @Override
    public String render(RunRecord record, KnownFailures known) {
        StringOutput out = new StringOutput(1 << 16);
        TEMPLATES.render("reports/report.jte", HtmlPage.of(record, known), out);
        return out.toString();
    }
}
