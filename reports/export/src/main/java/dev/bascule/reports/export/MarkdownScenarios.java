package dev.bascule.reports.export;

import dev.bascule.fallback.run.ScenarioRun;
import dev.bascule.reports.format.MarkdownText;
import dev.bascule.reports.scenario.FigureText;
import dev.bascule.reports.scenario.ScenarioGroup;
import dev.bascule.reports.scenario.ScenarioTable;
import dev.bascule.reports.scenario.ScenarioTable.Row;
import dev.bascule.reports.scenario.ScenarioWords;
import java.util.ArrayList;
import java.util.List;

/** Scenarios on a Markdown page: a table for each, then what was remarked. Stateless. */
final class MarkdownScenarios {
    private MarkdownScenarios() {}

    static void write(MarkdownPage page, List<ScenarioRun> runs) {
        if (runs.isEmpty()) {
            return;
        }
        page.heading(2, "Scenarios");
        for (ScenarioTable table : ScenarioTable.allOf(runs)) {
            page.heading(3, ScenarioWords.title(table.scenario()));
            String meaning = ScenarioWords.meaning(table.scenario());
            if (!meaning.isEmpty()) {
                page.line(MarkdownText.text(meaning)).line("");
            }
            table(page, table);
            ScenarioGroup.of(table.runs()).forEach(group -> remarks(page, group));
        }
        page.line("").line("Figures carry their 95 % interval where there is one. The raw samples are in run.json.");
    }

    private static void table(MarkdownPage page, ScenarioTable table) {
        List<String> heads = new ArrayList<>(List.of("model", "on", "verdict"));
        if (table.hasParts()) {
            heads.add("of");
        }
        table.columns().forEach(column -> heads.add(MarkdownText.text(column)));
        page.table(heads, table.rows().stream().map(row -> row(table, row)).toList());
    }

    private static List<String> row(ScenarioTable table, Row row) {
        ScenarioRun run = row.run();
        List<String> cells = new ArrayList<>(
                row.first()
                        ? List.of(
                                MarkdownText.text(run.modelName()),
                                MarkdownText.text(ScenarioWords.where(run.target())),
                                "**" + run.verdict() + "**")
                        : List.of("", "", ""));
        if (table.hasParts()) {
            cells.add(MarkdownText.text(row.part()));
        }
        row.cells()
                .forEach(figure -> cells.add(
                        figure.map(FigureText::of).map(MarkdownText::text).orElse("–")));
        return cells;
    }

    private static void remarks(MarkdownPage page, ScenarioGroup group) {
        ScenarioRun run = group.first();
        List<String> remarks = ScenarioWords.remarks(run);
        if (remarks.isEmpty()) {
            return;
        }
        page.line("- **%s** %s on %s:"
                .formatted(run.verdict(), MarkdownText.text(group.models()), MarkdownText.text(group.where())));
        remarks.forEach(remark -> page.line("  - " + MarkdownText.text(remark)));
        run.failure().ifPresent(why -> {
            why.remedies().forEach(remedy -> page.line("  - try: " + MarkdownText.text(remedy)));
            group.reproduces().forEach(line -> page.line("  - reproduce: " + MarkdownText.code(line)));
        });
    }
}
