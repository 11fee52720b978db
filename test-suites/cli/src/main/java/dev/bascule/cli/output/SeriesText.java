package dev.bascule.cli.output;

import dev.bascule.reports.change.CellSeries;
import dev.bascule.reports.change.EDivisive;
import dev.bascule.reports.change.SeriesReport;
import dev.bascule.reports.change.SeriesReport.Anomaly;
import dev.bascule.reports.change.SeriesReport.ChangePoint;
import dev.bascule.reports.format.Figures;
import dev.bascule.reports.format.Times;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** What changed over time, for a terminal. Stateless. */
public final class SeriesText {
    private SeriesText() {}

    public static String render(List<SeriesReport> reports, int width, Style style) {
        List<String> lines = new ArrayList<>();
        List<SeriesReport> telling =
                reports.stream().filter(SeriesReport::isTelling).toList();
        for (SeriesReport report : telling) {
            lines.add(style.strong(heading(report.series())));
            if (!report.measuredIn().isEmpty()) {
                lines.add("  "
                        + WrappedText.lines(
                                "measured and counted once, with " + String.join(", ", report.measuredIn()),
                                2,
                                4,
                                width));
            }
            report.verdicts()
                    .forEach(change -> lines.add("  %s  %s → %s  (run %s)"
                            .formatted(
                                    Times.minute(change.at()),
                                    style.verdict(change.before()),
                                    style.verdict(change.after()),
                                    change.runId())));
            report.places()
                    .forEach(change -> lines.add("  "
                            + WrappedText.lines(
                                    "%s  since run %s %s"
                                            .formatted(Times.minute(change.at()), change.runId(), change.words()),
                                    2,
                                    6,
                                    width)));
            report.changes().forEach(change -> lines.addAll(change(change, width, style)));
            report.anomalies().forEach(anomaly -> lines.add(anomaly(anomaly, width)));
            lines.add("");
        }
        int tested = reports.stream().mapToInt(SeriesReport::tested).max().orElse(0);
        long alone = telling.stream().filter(SeriesReport::isTellingAlone).count();
        int still = reports.size() - telling.size();
        long few = reports.stream()
                .filter(report -> !report.isTelling() && report.series().timed().size() < 10)
                .count();
        lines.add(WrappedText.lines(
                "%d series with a change or an unusual run%s; in %d none was shown%s."
                        .formatted(
                                alone,
                                alone == telling.size()
                                        ? ""
                                        : ", and %d with the measurements of these".formatted(telling.size() - alone),
                                still,
                                few == 0
                                        ? ""
                                        : ", %d of which have fewer than 10 timed runs, in which little can be shown"
                                                .formatted(few)),
                0,
                2,
                width));
        lines.add(WrappedText.lines(
                "Changes: E-divisive over the logarithms of the runs' medians in one place, p below %s by random orders, corrected by"
                                .formatted(EDivisive.Settings.DEFAULT.level())
                        + " Holm for the %d series looked through. Their size is that of what was found, so that the true one may be"
                                .formatted(tested)
                        + " less. Unusual: more than 5 robust standard deviations off, and more than that many runs would be by chance.",
                0,
                2,
                width));
        if (tested > EDivisive.MOST_SERIES) {
            lines.add(style.warning(WrappedText.lines(
                    "These are too many at once for any change to show: choose cells, as in bascule compare --over-time model=NAME.",
                    0,
                    2,
                    width)));
        }
        return String.join("\n", lines) + "\n";
    }

    private static String heading(CellSeries series) {
        return "%s on %s, machine %s: %d runs from %s to %s"
                .formatted(
                        series.label(),
                        series.target(),
                        series.machine()
                                .substring(0, Math.min(8, series.machine().length())),
                        series.points().size(),
                        Times.minute(series.points().get(0).at()),
                        Times.minute(
                                series.points().get(series.points().size() - 1).at()));
    }

    private static List<String> change(ChangePoint change, int width, Style style) {
        List<String> lines = new ArrayList<>();
        String text = "  %s  on %s %s → %s, %s (95 %% interval ×%s–%s, p %s; run %s)"
                .formatted(
                        Times.minute(change.at()),
                        change.on().words(),
                        Figures.millis(change.beforeMs()),
                        Figures.millis(change.afterMs()),
                        change.slower() ? "slower" : "faster",
                        Figures.significant(change.shift().ci95().low()),
                        Figures.significant(change.shift().ci95().high()),
                        String.format(Locale.ROOT, "%.3f", change.p()),
                        change.runId());
        String wrapped = "  " + WrappedText.lines(text, 2, 6, width);
        lines.add(change.slower() ? style.bad(wrapped) : style.good(wrapped));
        change.versions()
                .forEach(mark -> lines.add("  "
                        + WrappedText.lines(
                                "%s: %s"
                                        .formatted(
                                                mark.distance() == 0
                                                        ? "    in the same run"
                                                        : "    %d %s %s"
                                                                .formatted(
                                                                        Math.abs(mark.distance()),
                                                                        Math.abs(mark.distance()) == 1 ? "run" : "runs",
                                                                        mark.distance() < 0 ? "earlier" : "later"),
                                                mark.words()),
                                2,
                                6,
                                width)));
        if (change.versions().isEmpty()) {
            lines.add("      no recorded version changed near it");
        }
        return lines;
    }

    private static String anomaly(Anomaly anomaly, int width) {
        return "  "
                + WrappedText.lines(
                        "%s  unusual: %s, %s its neighbors' %s (%.0f deviations; run %s)%s"
                                .formatted(
                                        Times.minute(anomaly.at()),
                                        Figures.millis(anomaly.medianMs()),
                                        Figures.times(anomaly.ratio()),
                                        Figures.millis(anomaly.expectedMs()),
                                        anomaly.deviations(),
                                        anomaly.runId(),
                                        anomaly.disturbed() ? "; the machine was busy or throttled" : ""),
                        2,
                        6,
                        width);
    }
}
