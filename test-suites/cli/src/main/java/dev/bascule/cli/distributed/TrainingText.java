package dev.bascule.cli.distributed;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.TextTable;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.distributed.Sent;
import dev.bascule.studies.distributed.TrainingReport;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.Collectors;

/** What {@code distributed data}, {@code tensor}, {@code pipeline} and {@code mixed} say to people. Immutable. */
record TrainingText(Style style) {
    /** @param alone what the one is, and has */
    String of(TrainingReport report, String alone) {
        StringBuilder text = new StringBuilder(RankText.facts(report.facts()));
        text.append(RankText.failure(report.failure()));
        if (!report.one().isEmpty()) {
            text.append("%s: %s a step (n=%d), loss %s → %s%n"
                    .formatted(
                            alone,
                            Figures.millis(report.one().median()),
                            report.one().size(),
                            told(report.firstLoss(), Figures::significant),
                            told(report.lastLoss(), Figures::significant)));
        }
        for (TrainingReport.Group group : report.groups()) {
            text.append(RankText.heading(style, group.ranks(), group.oversubscribed(), group.network(), report.link()));
            group.notes().forEach(note -> text.append(note).append('\n'));
            text.append(table(group)).append('\n');
            group.rows().forEach(row -> text.append(bubble(row)));
            text.append("bottleneck: ").append(group.bottleneck()).append('\n');
            group.usage()
                    .forEach(usage -> text.append("rank %d: %s of a processor, %s at most%n"
                            .formatted(usage.rank(), Figures.duration(usage.cpu()), Figures.bytes(usage.peakBytes()))));
            text.append(RankText.findings(group.findings())).append(RankText.failure(group.failure()));
        }
        return text.toString();
    }

    private static TextTable table(TrainingReport.Group group) {
        TextTable table = new TextTable(
                "way", "step", "n", "efficiency", "communication", "balance", "sent", "theory", "furthest parameter");
        for (TrainingReport.Row row : group.rows()) {
            table.row(
                    row.way(),
                    row.steps().isEmpty() ? "-" : Figures.millis(row.steps().median()),
                    Integer.toString(row.steps().size()),
                    group.oversubscribed() ? "oversubscribed" : told(row.efficiency(), Figures::percent),
                    told(row.communication(), Figures::percent),
                    told(row.balance(), Figures::percent),
                    row.sent().map(Sent::counted).map(Figures::bytes).orElse("-"),
                    row.sent()
                            .map(sent -> Figures.bytes(Math.round(sent.theory())))
                            .orElse("-"),
                    told(row.furthest(), Figures::scientific));
        }
        return table;
    }

    private static String bubble(TrainingReport.Row row) {
        return row.bubble()
                .map(bubble -> "%s, bubble: %s idle (by stage %s), %s in theory%n"
                        .formatted(
                                row.way(),
                                Figures.percent(bubble.mean()),
                                bubble.idle().stream().map(Figures::percent).collect(Collectors.joining(", ")),
                                Figures.percent(bubble.theory())))
                .orElse("");
    }

    private static String told(OptionalDouble value, DoubleFunction<String> words) {
        return value.isPresent() ? words.apply(value.getAsDouble()) : "-";
    }
}
