package dev.bascule.reports.export;

import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.KnownFailures;
import java.nio.file.Path;
import java.util.List;

/** The HTML report, printed. Thread-safe as its printer is. */
final class PdfReporter implements Reporter {
    private final HtmlReporter page;
    private final PagePrinter printer;

    PdfReporter(HtmlReporter page, PagePrinter printer) {
        this.page = page;
        this.printer = printer;
    }

    @Override
    public PdfReporter with(ComparisonReport comparison) {
        return new PdfReporter(page.with(comparison), printer);
    }

    @Override
    public PdfReporter with(ElsewhereCosts costs) {
        return new PdfReporter(page.with(costs), printer);
    }

    @Override
    public String id() {
        return "pdf";
    }

    @Override
    public String fileName() {
        return "report.pdf";
    }

    /** The page that is printed. */
    @Override
    public String render(RunRecord record, KnownFailures known) {
        return page.render(record, known);
    }

    @Override
    public List<Path> writeAll(RunRecord record, KnownFailures known, Path file) {
        return List.of(OutputFiles.write(file, printer.pdf(render(record, known))));
    }
}
