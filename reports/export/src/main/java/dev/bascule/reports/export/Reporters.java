package dev.bascule.reports.export;

import java.util.List;
import java.util.Optional;

/** The reporters there are. Immutable. */
public final class Reporters {
    private static final List<Reporter> ALL = of(PageDesign.STANDARD, PagePrinter.NONE);

    private Reporters() {}

    /** Those with a design of their own and something to print with. */
    public static List<Reporter> of(PageDesign design, PagePrinter printer) {
        HtmlReporter page = new HtmlReporter(design);
        return List.of(
                new JsonReporter(),
                new MarkdownReporter(),
                page,
                new CsvReporter(),
                new JunitReporter(),
                new GithubReporter(),
                new PdfReporter(page, printer));
    }

    /** Those of the standard design; nothing is printed. */
    public static List<Reporter> all() {
        return ALL;
    }

    public static Optional<Reporter> find(String id) {
        return ALL.stream().filter(reporter -> reporter.id().equals(id)).findFirst();
    }
}
