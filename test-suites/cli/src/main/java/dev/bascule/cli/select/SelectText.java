package dev.bascule.cli.select;

import dev.bascule.cli.output.TextTable;
import dev.bascule.fallback.measure.Ratio;
import dev.bascule.models.workload.ByteSizes;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.select.Finding;
import dev.bascule.studies.select.Objective;
import dev.bascule.studies.select.Outlook;
import dev.bascule.studies.select.SelectReport;
import java.time.Duration;
import java.util.OptionalLong;

/** A selection for people. Stateless. */
final class SelectText {
    private SelectText() {}

    static String of(SelectReport report) {
        StringBuilder text = new StringBuilder();
        text.append(answer(report)).append('\n');
        TextTable table = new TextTable(
                "CANDIDATE",
                "",
                figure(report.objective()),
                "MEDIAN",
                "P95",
                "TO CHOSEN",
                "GROWS BY",
                "EXPECTED",
                "WHY");
        report.findings().forEach(finding -> row(table, finding, report.objective()));
        text.append(table);
        text.append("prepared in %s, tried and raced for %s%s"
                .formatted(
                        seconds(report.prepared()),
                        seconds(report.spent()),
                        report.rounds() == 0 ? "" : " (%s)".formatted(Figures.counted(report.rounds(), "round"))));
        return text.toString();
    }

    /** In one sentence, for code as well. */
    static String answer(SelectReport report) {
        return report.chosen()
                .flatMap(chosen -> chosen.measured()
                        .map(measured -> "%s: %s for %s, %s %s; %s"
                                .formatted(
                                        report.model(),
                                        chosen.candidate().label(),
                                        report.objective().word(),
                                        cost(measured.cost(), report.objective()),
                                        "measured just now",
                                        report.ending().words())))
                .orElseGet(
                        () -> "%s: %s".formatted(report.model(), report.ending().words()));
    }

    private static String figure(Objective objective) {
        return switch (objective) {
            case LATENCY -> "LATENCY";
            case P95 -> "95TH";
            case THROUGHPUT -> "TIME AN ITEM";
            case MEMORY -> "MEMORY";
            case ENERGY -> "ENERGY";
        };
    }

    static String cost(double cost, Objective objective) {
        return switch (objective) {
            case LATENCY, P95, THROUGHPUT -> Figures.millis(cost);
            case MEMORY -> ByteSizes.text((long) cost);
            case ENERGY -> "%.3g J".formatted(cost);
        };
    }

    private static void row(TextTable table, Finding finding, Objective objective) {
        table.row(
                finding.candidate().label(),
                finding.fate().words(),
                finding.measured().map(each -> cost(each.cost(), objective)).orElse("-"),
                finding.measured().map(each -> Figures.millis(each.median())).orElse("-"),
                finding.measured()
                        .filter(each -> each.p95().isPresent())
                        .map(each -> Figures.millis(each.p95().getAsDouble()))
                        .orElse("-"),
                finding.measured()
                        .flatMap(Finding.Measured::toChosen)
                        .map(SelectText::ratio)
                        .orElse("-"),
                finding.measured()
                        .map(Finding.Measured::memory)
                        .filter(OptionalLong::isPresent)
                        .map(bytes -> ByteSizes.text(bytes.getAsLong()))
                        .orElse("-"),
                expected(finding.outlook()),
                finding.note());
    }

    private static String ratio(Ratio ratio) {
        return ratio.ci95()
                .map(ci -> "%.2f (%.2f to %.2f)".formatted(ratio.value(), ci.low(), ci.high()))
                .orElse("%.2f".formatted(ratio.value()));
    }

    private static String expected(Outlook outlook) {
        if (!(outlook instanceof Outlook.Expected expected)) {
            return "-";
        }
        if (expected.measured()) {
            return "%s, measured before".formatted(Figures.millis(expected.millis()));
        }
        return expected.low() > 0 && expected.high() < Double.POSITIVE_INFINITY
                ? "~%s (%s to %s)"
                        .formatted(
                                Figures.millis(expected.millis()),
                                Figures.millis(expected.low()),
                                Figures.millis(expected.high()))
                : "~" + Figures.millis(expected.millis());
    }

    private static String seconds(Duration time) {
        return "%.1f s".formatted(time.toMillis() / 1e3);
    }
}
