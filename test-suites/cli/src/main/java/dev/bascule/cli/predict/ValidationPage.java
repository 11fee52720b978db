package dev.bascule.cli.predict;

import dev.bascule.prediction.data.TargetKey;
import dev.bascule.prediction.validate.Coverage;
import dev.bascule.prediction.validate.Scheme;
import dev.bascule.prediction.validate.ValidationReport;
import dev.bascule.reports.export.TablesPage;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.format.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** A validation as a page of tables. Stateless. */
final class ValidationPage {
    private static final List<String> HEAD = List.of(
            "Method",
            "Level",
            "Times",
            "Median",
            "Mean",
            "90 % below",
            "Within 5, 10, 15 %",
            "Over noise",
            "80 % intervals hold",
            "90 %",
            "95 %",
            "± of 90 %");

    private ValidationPage() {}

    static TablesPage.Content of(ValidationReport report) {
        ValidationReport.Data data = report.data();
        List<TablesPage.Table> tables =
                new ArrayList<>(tables(report, report.undisturbed().isPresent() ? "Median: " : ""));
        report.undisturbed().ifPresent(minima -> tables.addAll(tables(minima, "Minimum: ")));
        return new TablesPage.Content(
                "Validation of predictions",
                "%s of %s on %s, %s in %s, from %s to %s"
                        .formatted(
                                Figures.counted(data.models(), "model"),
                                Figures.counted(data.architectures(), "architecture"),
                                Figures.counted(data.targets(), "target"),
                                Figures.counted(data.observations(), "time"),
                                Figures.counted(data.sessions(), "session"),
                                Times.minute(data.from()),
                                Times.minute(data.to())),
                Stream.concat(
                                Stream.of(
                                        "Predicted figures are no measurements. Each row predicts models, or targets, that its fit never saw,"
                                                + " and holds them against what was measured; errors are shares of the measured time. Baselines"
                                                + " are what anybody would try first.",
                                        "L0 rests on the graph alone, L1 on native CPU as well, L2 on siblings as well. Intervals hold the true"
                                                + " time as often as they claim where the share's limits (95 %, Clopper and"
                                                + " Pearson) reach the claim.",
                                        "A median is what sessions usually take, other work on the machine included; a minimum, the least of a"
                                                + " session's samples, is what a quiet machine would take. Each is held against its own."),
                                report.notes().stream().map(note -> note + "."))
                        .toList(),
                tables.stream().filter(table -> !table.rows().isEmpty()).toList());
    }

    private static List<TablesPage.Table> tables(ValidationReport report, String figure) {
        List<TablesPage.Table> tables = new ArrayList<>();
        for (Scheme scheme : Scheme.values()) {
            if (report.results().stream().anyMatch(result -> result.scheme() == scheme)) {
                tables.add(table(report, scheme, Optional.empty(), figure + "All targets, " + scheme.words()));
            }
        }
        tables.add(new TablesPage.Table(
                figure + "Which method answers",
                List.of("Rests on", "Method", "Why"),
                report.choice().stream()
                        .map(choice -> List.of(choice.level().words(), choice.method(), choice.why()))
                        .toList()));
        tables.add(new TablesPage.Table(
                figure + "Which layers pay on which machine",
                List.of("Machine", "Rests on", "Layer", "Method", "Used", "Why"),
                report.layers().stream()
                        .map(layer -> List.of(
                                LayerText.machine(layer.machine()),
                                layer.level().name(),
                                layer.layer().words(),
                                layer.method(),
                                layer.used() ? "yes" : "left out",
                                layer.why()))
                        .toList()));
        report.later().ifPresent(later -> tables.add(later(later, figure)));
        tables.add(new TablesPage.Table(
                figure + "Noise between sessions",
                List.of("Target", "Models", "Sessions", "Noise"),
                report.targets().stream()
                        .map(target -> List.of(
                                target.target().toString(),
                                Integer.toString(target.models()),
                                Integer.toString(target.sessions()),
                                target.floor().isPresent()
                                        ? percent(target.floor().getAsDouble())
                                        : "no model was measured twice"))
                        .toList()));
        report.targets()
                .forEach(target -> tables.add(table(
                        report,
                        Scheme.NEW_ARCHITECTURE,
                        Optional.of(target.target()),
                        "%s%s, %s".formatted(figure, target.target(), Scheme.NEW_ARCHITECTURE.words()))));
        return List.copyOf(tables);
    }

    private static TablesPage.Table table(
            ValidationReport report, Scheme scheme, Optional<TargetKey> target, String title) {
        return new TablesPage.Table(
                title,
                HEAD,
                report.results().stream()
                        .filter(row -> row.scheme() == scheme && row.target().equals(target))
                        .map(ValidationPage::row)
                        .toList());
    }

    private static List<String> row(ValidationReport.Result row) {
        List<String> cells = new ArrayList<>(List.of(
                row.method() + (row.baseline() ? " (baseline)" : ""),
                row.level().name(),
                Integer.toString(row.errors().trials()),
                percent(row.errors().median()),
                percent(row.errors().mean()),
                percent(row.errors().p90()),
                // In one cell: with three the intervals are beyond the edge of a screen.
                "%.0f, %.0f, %.0f %%"
                        .formatted(
                                100 * row.errors().within5().share(),
                                100 * row.errors().within10().share(),
                                100 * row.errors().within15().share()),
                row.overNoise().isPresent() ? "%.1f×".formatted(row.overNoise().getAsDouble()) : "-"));
        row.coverage().forEach(coverage -> cells.add(held(coverage)));
        cells.add(row.coverage().stream()
                .filter(coverage ->
                        coverage.level() == 0.9 && coverage.halfWidth().isPresent())
                .map(coverage -> percent(coverage.halfWidth().getAsDouble()))
                .findFirst()
                .orElse("-"));
        return cells;
    }

    private static TablesPage.Table later(ValidationReport.Later later, String figure) {
        return new TablesPage.Table(
                "%sSessions from %s on, foretold by those before".formatted(figure, Times.minute(later.moment())),
                List.of("Method", "Level", "Times", "Median", "Mean", "90 % intervals hold", "Alarm"),
                later.errors().stream()
                        .map(row -> List.of(
                                row.method(),
                                row.level().name(),
                                Integer.toString(row.errors().trials()),
                                percent(row.errors().median()),
                                percent(row.errors().mean()),
                                held(row.coverage()),
                                row.coverage().isAlarm() ? "measure anew: bascule collect" : "no"))
                        .toList());
    }

    private static String held(Coverage coverage) {
        return coverage.held()
                .map(limits -> "%.0f %% (%.0f–%.0f)%s"
                        .formatted(
                                100 * limits.share(),
                                100 * limits.low(),
                                100 * limits.high(),
                                coverage.isAlarm() ? ", too few" : ""))
                .orElse(coverage.reason());
    }

    private static String percent(double share) {
        return "%.1f %%".formatted(100 * share);
    }
}
