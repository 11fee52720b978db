package dev.bascule.cli.predict;

import dev.bascule.cli.output.TextTable;
import dev.bascule.prediction.held.HeldReport;
import dev.bascule.reports.format.Figures;
import java.util.List;

/** How predictions held, for people. Stateless. */
final class HeldText {
    private HeldText() {}

    static String of(HeldReport report) {
        if (report.made() == 0 && report.imported() == 0) {
            return "no prediction is in the history yet: bascule predict MODEL makes some";
        }
        StringBuilder text =
                new StringBuilder("%s: %d measured since, %d ended badly instead, %d replaced before that, %d open%n"
                        .formatted(
                                Figures.counted(report.made(), "prediction"),
                                report.measured(),
                                report.failed(),
                                report.replaced(),
                                report.open()));
        if (report.imported() > 0) {
            text.append("%d more were imported from other histories; they are told apart and never ring%n"
                    .formatted(report.imported()));
        }
        if (report.rows().isEmpty()) {
            return text.append("nothing that was predicted was measured since, so that nothing tells how it held")
                    .toString();
        }
        TextTable table = new TextTable("OF", "TIMES", "MEDIAN ERROR", "CLAIMED", "HELD", "95 % LIMITS");
        report.rows().forEach(row -> add(table, row));
        text.append(table);
        if (report.isAlarm()) {
            text.append(
                    "Alarm: intervals held less often than they claim, beyond what chance explains. The machine is not"
                            + " what it was, or the models are unlike those known: measure anew (bascule collect).\n");
        } else {
            text.append(
                    "No alarm: nowhere did intervals hold less often than they claim, beyond what chance explains.\n");
        }
        return text.append(
                        "Of each prediction the first session after it counts. What is measured later is chosen by whoever"
                                + " measures, and no drawn sample.")
                .toString();
    }

    private static void add(TextTable table, HeldReport.Row row) {
        List<HeldReport.Coverage> all = row.coverage();
        if (all.isEmpty()) {
            table.row(row.name(), Integer.toString(row.times()), percent(row.medianError()), "no interval", "-", "-");
        }
        for (int i = 0; i < all.size(); i++) {
            HeldReport.Coverage one = all.get(i);
            table.row(
                    i == 0 ? row.name() : "",
                    i == 0 ? Integer.toString(row.times()) : "",
                    i == 0 ? percent(row.medianError()) : "",
                    "%.0f %%".formatted(100 * one.level()),
                    "%.0f %% (%d of %d)%s"
                            .formatted(
                                    100 * one.held().share(),
                                    one.held().hits(),
                                    one.held().of(),
                                    one.alarm() ? ", too few" : ""),
                    "%.0f to %.0f %%"
                            .formatted(100 * one.held().low(), 100 * one.held().high()));
        }
    }

    private static String percent(double share) {
        return "%.1f %%".formatted(100 * share);
    }
}
