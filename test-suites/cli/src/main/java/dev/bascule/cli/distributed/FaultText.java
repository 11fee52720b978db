package dev.bascule.cli.distributed;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.TextTable;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.distributed.FaultReport;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** What {@code distributed faults} says to people. Immutable. */
record FaultText(Style style) {
    String of(FaultReport report) {
        StringBuilder text = new StringBuilder(RankText.facts(report.facts()));
        text.append("%d steps, a checkpoint every %d; a worker waits %s for another%n%n"
                .formatted(report.steps(), report.every(), Figures.duration(report.patience())));
        TextTable table = new TextTable(
                "",
                "ranks",
                "fault",
                "after step",
                "noticed after",
                "steps lost",
                "new start",
                "outage",
                "longest step");
        for (int i = 0; i < report.rows().size(); i++) {
            FaultReport.Row row = report.rows().get(i);
            table.row(
                    "[%d]".formatted(i + 1),
                    row.ranksAfter() == row.ranks()
                            ? Integer.toString(row.ranks())
                            : row.ranks() + "→" + row.ranksAfter(),
                    row.kind().word(),
                    told(row.atStep()),
                    told(row.detection()),
                    told(row.stepsLost()),
                    told(row.recovery()),
                    told(row.outage()),
                    told(row.longestStep()));
        }
        text.append(table).append('\n');
        for (int i = 0; i < report.rows().size(); i++) {
            FaultReport.Row row = report.rows().get(i);
            text.append("[%d] %s%n".formatted(i + 1, row.kind().what()));
            int number = i + 1;
            row.noticed().ifPresent(words -> text.append("[%d] another said: %s%n".formatted(number, words)));
            text.append("[%d] ".formatted(number)).append(RankText.findings(List.of(row.finding())));
            row.latency()
                    .ifPresent(latency ->
                            text.append("[%d] ".formatted(number)).append(RankText.findings(List.of(latency))));
            text.append(RankText.failure(row.failure()));
        }
        report.leftOut()
                .forEach(left -> text.append("left out %s: %s%n"
                        .formatted(left.kind().option(), left.why().message())));
        return text.toString();
    }

    private static String told(OptionalInt value) {
        return value.isPresent() ? Integer.toString(value.getAsInt()) : "-";
    }

    private static String told(Optional<Duration> value) {
        return value.map(Figures::duration).orElse("-");
    }
}
