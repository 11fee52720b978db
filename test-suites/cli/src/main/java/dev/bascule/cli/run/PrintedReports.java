package dev.bascule.cli.run;

import dev.bascule.app.run.RunReports;
import dev.bascule.cli.output.Console;
import dev.bascule.cli.output.Shell;
import dev.bascule.cli.output.run.ScenarioText;
import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.ComparisonReport;
import dev.bascule.reports.document.RunDocuments;
import dev.bascule.reports.export.Reporters;
import dev.bascule.reports.export.StepSummary;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.ElsewhereCosts;
import dev.bascule.reports.matrix.KnownFailures;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.MatrixText;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** What of a run's reports is printed. Stateless. */
public final class PrintedReports {
    private PrintedReports() {}

    /**
     * Prints what is printed: data on stdout, annotations, which their reader finds in either, on stderr, and a step's
     * summary into its file.
     *
     * @param known what was expected of its cells
     * @param comparison with what it was held against
     * @param shown what a person reads in place of the document
     */
    static void print(
            RunReports reports,
            RunRecord record,
            KnownFailures known,
            Optional<ComparisonReport> comparison,
            Console console,
            Function<ElsewhereCosts, String> shown) {
        if (reports.json()) {
            console.print(document(record, reports.elsewhere()));
        } else if (reports.list()) {
            console.print(shown.apply(reports.elsewhere()));
        }
        annotate(reports, record, known, comparison, console);
    }

    /** The part of it that GitHub Actions reads, where that is wanted. */
    static void annotate(
            RunReports reports,
            RunRecord record,
            KnownFailures known,
            Optional<ComparisonReport> comparison,
            Console console) {
        if (reports.github()) {
            rendered(RunReports.GITHUB, record, known, comparison).ifPresent(console::complain);
            reports.summary()
                    .ifPresent(file -> rendered("md", record, known, comparison)
                            .ifPresent(markdown -> StepSummary.append(file, markdown)));
        }
    }

    private static Optional<String> rendered(
            String reporter, RunRecord record, KnownFailures known, Optional<ComparisonReport> comparison) {
        return Reporters.find(reporter)
                .map(found -> comparison.map(found::with).orElse(found))
                .map(found -> found.render(record, known));
    }

    /** The matrix of a run and its scenarios, for a terminal. */
    static String summary(RunRecord record, ElsewhereCosts costs, Console console) {
        String matrix = matrix(CaseResult.allOf(record), costs, console);
        List<String> scenarios = ScenarioText.lines(
                record.scenarios(), console.outStyle(), console.terminal().width());
        return scenarios.isEmpty() ? matrix : matrix.stripTrailing() + "\n\n" + String.join("\n", scenarios);
    }

    /** The JSON document of a run. */
    public static String document(RunRecord record) {
        return document(record, ElsewhereCosts.NONE);
    }

    /** The same, with what its fallbacks cost elsewhere. */
    static String document(RunRecord record, ElsewhereCosts costs) {
        return RunDocuments.json(record, costs);
    }

    /** The matrix of these cells, for a terminal. */
    static String matrix(List<CaseResult> cells, ElsewhereCosts costs, Console console) {
        return matrix(Matrix.of(cells), costs, console);
    }

    /** Likewise, of cells that are arranged already. */
    static String matrix(Matrix matrix, ElsewhereCosts costs, Console console) {
        return Shell.asCalled(MatrixText.render(matrix, costs, console.textStyle()));
    }
}
