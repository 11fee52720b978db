package dev.bascule.reports.export;

import dev.bascule.fallback.run.ModelSupply;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.format.MarkdownText;
import java.util.List;

/**
 * The part of a Markdown page that is beside a run's cells: those that it did not come to, and how it came by its models.
 * Stateless.
 */
final class MarkdownExtras {
    private MarkdownExtras() {}

    static void unrun(MarkdownPage page, RunRecord record) {
        if (record.extent().notRun().isEmpty()) {
            return;
        }
        page.heading(2, "Not run");
        page.line("%s that the run did not come to. Nothing is known of them:"
                        .formatted(Figures.counted(record.extent().notRun().size(), "cell")))
                .line("");
        record.extent()
                .notRun()
                .forEach(cell -> page.line("- %s on %s: %s"
                        .formatted(
                                MarkdownText.code(cell.caseId().toString()),
                                MarkdownText.text(cell.where()),
                                MarkdownText.text(cell.reason()))));
    }

    /** Only where something was downloaded: that the others were here already is no news. */
    static void models(MarkdownPage page, RunRecord record) {
        List<ModelSupply> downloaded = ModelDownloads.of(record);
        if (downloaded.isEmpty()) {
            return;
        }
        page.heading(2, "Downloads");
        page.line("Before any runner fetched a model, and in no time of a cell:")
                .line("");
        downloaded.forEach(model -> page.line("- %s in %s"
                .formatted(
                        MarkdownText.code(model.reference()),
                        Figures.duration(model.download().orElseThrow()))));
    }
}
