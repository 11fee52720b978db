package dev.bascule.reports.export;

import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.KnownFailures;
import java.util.Optional;

/**
 * One self-contained page: no request to anywhere, readable without a script, in the dark, on paper and by a screen reader.
 * The templates escape whatever they print. Thread-safe.
 */
final class HtmlReporter implements Reporter {
    private final PageDesign design;
    private final Optional<ComparisonReport> comparison;
    private final ElsewhereCosts costs;

    private HtmlReporter(PageDesign design, Optional<ComparisonReport> comparison, ElsewhereCosts costs) {
        this.design = design;
        this.comparison = comparison;
        this.costs = costs;
    }

    HtmlReporter(PageDesign design) {
        this(design, Optional.empty(), ElsewhereCosts.NONE);
    }

    HtmlReporter() {
        this(PageDesign.STANDARD);
    }

    @Override
    public HtmlReporter with(ComparisonReport against) {
        return new HtmlReporter(design, Optional.of(against), costs);
    }

    @Override
    public HtmlReporter with(ElsewhereCosts other) {
        return new HtmlReporter(design, comparison, other);
    }

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
        return design.render(HtmlPage.of(record, known, comparison, costs, design.styles()));
    }
}
