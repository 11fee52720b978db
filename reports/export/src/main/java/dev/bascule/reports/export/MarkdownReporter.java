package dev.bascule.reports.export;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.CollectedError;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.fallback.target.Machine;
import dev.bascule.reports.comparison.ComparisonMarkdown;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.format.MarkdownText;
import dev.bascule.reports.format.UsageText;
import dev.bascule.reports.format.WorkedSum;
import dev.bascule.reports.matrix.CellSymbols;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.Explanation;
import dev.bascule.reports.matrix.FedText;
import dev.bascule.reports.matrix.InterleavedRatios;
import dev.bascule.reports.matrix.KnownFailures;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.Matrix.Column;
import dev.bascule.reports.matrix.Matrix.Row;
import dev.bascule.reports.matrix.MatrixCell;
import dev.bascule.reports.matrix.NumberedAttempt;
import dev.bascule.reports.scenario.ScenarioWords;
import dev.bascule.reports.scoring.Formula;
import dev.bascule.reports.scoring.Score;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A page for a pull request or a wiki: the matrix, what is not a plain PASS, times, the score, where the time went. */
final class MarkdownReporter implements Reporter {
    private final Optional<ComparisonReport> comparison;
    private final ElsewhereCosts costs;

    MarkdownReporter() {
        this(Optional.empty(), ElsewhereCosts.NONE);
    }

    private MarkdownReporter(Optional<ComparisonReport> comparison, ElsewhereCosts costs) {
        this.comparison = comparison;
        this.costs = costs;
    }

    @Override
    public MarkdownReporter with(ComparisonReport against) {
        return new MarkdownReporter(Optional.of(against), costs);
    }

    @Override
    public MarkdownReporter with(ElsewhereCosts other) {
        return new MarkdownReporter(comparison, other);
    }

    @Override
    public String id() {
        return "md";
    }

    @Override
    public String fileName() {
        return "report.md";
    }

    @Override
    public String render(RunRecord record, KnownFailures known) {
        Matrix matrix = ExpectedText.ordered(Matrix.of(record), known);
        MarkdownPage page = new MarkdownPage();
        head(page, record, known);
        unread(page, record);
        MarkdownExtras.unrun(page, record);
        against(page);
        errors(page, record);
        if (!matrix.rows().isEmpty()) {
            matrix(page, matrix, known);
            inTurn(page, matrix);
            noise(page, matrix);
            MarkdownExplanations.write(page, Explanation.of(matrix, known, costs));
            figures(page, matrix);
            MarkdownExact.write(page, matrix, record);
            MarkdownEndToEnd.write(page, matrix);
            MarkdownUsage.write(page, matrix);
            score(page, matrix);
        }
        MarkdownScenarios.write(page, record.scenarios());
        time(page, record);
        MarkdownExtras.models(page, record);
        environment(page, record);
        return page.toString();
    }

    /** What became worse is worth more than any table of what is. */
    private void against(MarkdownPage page) {
        comparison.ifPresent(report -> {
            page.heading(2, "Against " + report.baseline().name());
            page.line(ComparisonMarkdown.body(report).stripTrailing());
        });
    }

    /** Ratios that the matrix has no room for: it tells those to the native CPU. */
    private static void inTurn(MarkdownPage page, Matrix matrix) {
        List<String> lines = InterleavedRatios.lines(matrix);
        if (!lines.isEmpty()) {
            page.line("").line("Measured in turn:").line("");
            lines.forEach(line -> page.line("- " + MarkdownText.text(line)));
        }
    }

    private static void head(MarkdownPage page, RunRecord record, KnownFailures known) {
        page.heading(1, "Bascule: " + record.invocation().suite());
        if (record.extent().interrupted()) {
            page.line("> **Interrupted:** this is what was measured until then.")
                    .line("");
        }
        Map<Verdict, Long> verdicts = record.runs().stream()
                .collect(Collectors.groupingBy(run -> run.verdict(), java.util.TreeMap::new, Collectors.counting()));
        page.line("Run " + MarkdownText.code(record.id()) + " of "
                + record.times().startedAt().truncatedTo(java.time.temporal.ChronoUnit.SECONDS) + ", "
                + record.runs().size() + " cells in "
                + Figures.duration(record.times().took()) + ": "
                + verdicts.entrySet().stream()
                        .map(entry -> "**" + entry.getValue() + "** " + entry.getKey())
                        .collect(Collectors.joining(", "))
                + "."
                + (record.scenarios().isEmpty() ? "" : " Scenarios: " + ScenarioWords.tally(record.scenarios()) + "."));
        String expectations = ExpectedText.tally(record, known);
        if (!expectations.isEmpty()) {
            page.line(expectations);
        }
        page.line("")
                .line("```")
                .line(record.invocation().command().replace("```", "'''"))
                .line("```");
    }

    private static void unread(MarkdownPage page, RunRecord record) {
        List<Selection.Unread> unread = record.extent().unread();
        if (!unread.isEmpty()) {
            page.heading(2, "Cannot be read");
            page.line("Cases that were selected and have no cell, each a failure of the run:")
                    .line("");
            unread.forEach(one -> page.line("- %s %s: %s"
                    .formatted(
                            MarkdownText.code(one.id().toString()),
                            MarkdownText.text(one.code().name()),
                            MarkdownText.text(one.message()))));
        }
    }

    private static void errors(MarkdownPage page, RunRecord record) {
        List<CollectedError> errors = record.errors().stream()
                .filter(error -> !error.place().isShownElsewhere())
                .toList();
        if (!errors.isEmpty()) {
            page.heading(2, "What else failed");
            errors.forEach(error -> page.line("- %s, %s%s: %s (%s)"
                    .formatted(
                            MarkdownText.text(error.place().toString()),
                            MarkdownText.code(error.failure().code().name()),
                            error.count() == 1 ? "" : ", %d times".formatted(error.count()),
                            MarkdownText.text(error.failure().message()),
                            MarkdownText.text(String.join("; ", error.failure().remedies())))));
        }
    }

    private static void matrix(MarkdownPage page, Matrix matrix, KnownFailures known) {
        page.heading(2, "Matrix");
        List<List<String>> rows = new ArrayList<>();
        for (Row row : matrix.rows()) {
            List<String> cells = new ArrayList<>(List.of("**" + MarkdownText.text(row.label()) + "**<br>"
                    + row.model().family().id()));
            matrix.columns()
                    .forEach(column -> cells.add(matrix.cell(row, column)
                            .map(cell -> cell(cell, known))
                            .orElse("·")));
            rows.add(cells);
        }
        List<String> heads = new ArrayList<>(List.of("model"));
        for (Column column : matrix.columns()) {
            heads.add(MarkdownText.text(column.group()) + "<br>" + MarkdownText.text(column.label())
                    + (column.software() ? "\\*" : ""));
        }
        page.table(heads, rows);
        page.line("Where it ran: ● the engine's own record, ◐ only an API's word, ○ nobody said. Times are medians of"
                + " warm inferences. × times the native CPU's time, taken in turn with it, ± half its 95 %"
                + " interval, or its ends where that is wide (beside a browser that CPU may be slower or faster than in"
                + " its own cell); ≈× of medians. [n] is the score.");
        if (matrix.inOrder().stream().anyMatch(cell -> cell.verdict() == Verdict.FLAKY)) {
            page.line(CellSymbols.FLAKY);
        }
        if (matrix.inOrder().stream().anyMatch(cell -> !cell.ways().isEmpty())) {
            page.line(CellSymbols.WAYS);
        }
        if (matrix.inOrder().stream().anyMatch(cell -> !cell.merged().isEmpty())) {
            page.line(CellSymbols.MERGED);
        }
        if (matrix.inOrder().stream().anyMatch(MatrixCell::throttled)) {
            page.line(UsageText.THROTTLED);
        }
        if (matrix.columns().stream().anyMatch(Column::software)) {
            page.line("\\* software adapter: shaders run on the CPU; it never counts as acceleration.");
        }
        FedText.chosen(matrix).forEach(line -> page.line(MarkdownText.text(line) + "."));
        String foreign = ForeignCells.text(matrix);
        if (!foreign.isEmpty()) {
            page.line(foreign);
        }
    }

    private static void noise(MarkdownPage page, Matrix matrix) {
        matrix.noise()
                .ifPresent(noise -> page.line("").line("> **Noise:** " + MarkdownText.text(noise.toString()) + "."));
    }

    private static String cell(MatrixCell cell, KnownFailures known) {
        List<String> lines = new ArrayList<>(List.of(("**" + cell.verdict() + "** " + cell.mark()).strip()));
        ExpectedText.of(cell, known).ifPresent(told -> lines.add(told.holds() ? "expected" : "unexpected"));
        cell.passedOnRetry().ifPresent(retry -> lines.add("ok, retry " + retry.retry()));
        cell.reached().ifPresent(backend -> lines.add("→ " + backend));
        cell.summary().ifPresent(summary -> lines.add(Figures.millis(summary.median())));
        if (cell.throttled()) {
            lines.add("throttled");
        }
        String last = cell.relative().map(CellSymbols::ratio).orElse("")
                + cell.score().map(score -> " [" + score.value() + "]").orElse("");
        if (!last.isBlank()) {
            lines.add(last.strip());
        }
        lines.addAll(cell.ways());
        if (!cell.merged().isEmpty()) {
            lines.add("worst of " + (cell.merged().size() + 1));
        }
        return String.join("<br>", lines);
    }

    private static void figures(MarkdownPage page, Matrix matrix) {
        List<List<String>> rows = matrix.inOrder().stream()
                .filter(cell -> cell.summary().isPresent())
                .map(FigureRow::of)
                .toList();
        if (!rows.isEmpty()) {
            page.heading(2, "Times and numbers");
            page.table(FigureRow.HEADS, rows);
            page.line("Only right cells with stored samples. The raw samples are in run.json and in the history.");
        }
    }

    private static void score(MarkdownPage page, Matrix matrix) {
        page.heading(2, "The score");
        page.line(MarkdownText.code(Formula.LINE)).line("");
        Formula.NOTES.forEach(note -> page.line("- " + MarkdownText.text(note)));
        ScoreExample.of(matrix).ifPresent(example -> {
            page.line("")
                    .line("From this run, %s:".formatted(MarkdownText.text(example.where())))
                    .line("");
            List<List<String>> rows = new ArrayList<>();
            WorkedSum worked = example.score().worked();
            for (int i = 0; i < worked.terms().size(); i++) {
                Score.Term term = example.score().terms().get(i);
                rows.add(List.of(
                        term.name(),
                        worked.terms().get(i),
                        Integer.toString(term.most()),
                        MarkdownText.text(term.why())));
            }
            page.table(List.of("term", "points", "of", "why"), rows);
            page.line("Sum: %s. Rounded: **%d**."
                    .formatted(worked.result(), example.score().value()));
        });
    }

    private static void time(MarkdownPage page, RunRecord record) {
        page.heading(2, "Where the time went");
        page.table(
                List.of("phase", "time", "share"),
                TimeShare.of(record).stream()
                        .map(share -> List.of(
                                MarkdownText.text(share.phase()),
                                Figures.duration(share.elapsed()),
                                Figures.percent(share.share())))
                        .toList());
    }

    private static void environment(MarkdownPage page, RunRecord record) {
        Machine machine = record.machine();
        page.heading(2, "Environment");
        page.line("- machine " + MarkdownText.code(machine.fingerprint()) + ": " + MarkdownText.text(machine.os())
                + ", "
                + MarkdownText.text(machine.cpu().name()) + ", " + machine.cpu().cores() + " logical processors, "
                + machine.memoryBytes().map(Figures::bytes).orElse("memory not told"));
        page.line("- display adapters: "
                + (machine.gpus().isEmpty()
                        ? "none listed"
                        : machine.gpus().stream()
                                .map(gpu -> MarkdownText.text(gpu.name()) + (gpu.software() ? " (software)" : ""))
                                .collect(Collectors.joining(", "))));
        Stream.concat(
                        record.runs().stream()
                                .flatMap(run -> NumberedAttempt.allOf(run).stream())
                                .map(made -> made.attempt().target().id()),
                        record.scenarios().stream().map(run -> run.target().id()))
                .distinct()
                .forEach(id -> page.line("- target " + MarkdownText.code(id)));
        page.line("- seed " + record.invocation().seed() + ", suite hash "
                + MarkdownText.code(record.invocation().suiteHash()));
    }
}
