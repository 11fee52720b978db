package dev.bascule.cli.distributed;

import dev.bascule.cli.output.Style;
import dev.bascule.cli.output.TextTable;
import dev.bascule.reports.format.Figures;
import dev.bascule.studies.distributed.CommReport;

/** What {@code distributed comm} says to people. Immutable. */
record CommText(Style style) {
    String of(CommReport report) {
        StringBuilder text = new StringBuilder(RankText.facts(report.facts()));
        for (CommReport.Group group : report.groups()) {
            text.append(RankText.heading(style, group.ranks(), group.oversubscribed(), group.network(), report.link()));
            TextTable table = new TextTable("collective", "bytes", "median", "n", "algbw", "busbw", "#wrong");
            for (CommReport.Row row : group.rows()) {
                table.row(
                        row.collective().word(),
                        Figures.whole(row.bytes()),
                        row.times().isEmpty() ? "-" : Figures.millis(row.times().median()),
                        Integer.toString(row.times().size()),
                        RankText.bandwidth(row.algorithmBandwidth()),
                        RankText.bandwidth(row.busBandwidth()),
                        Figures.whole(row.wrong()));
            }
            text.append(table).append('\n');
            group.ways().forEach(way -> text.append(way).append('\n'));
            text.append(RankText.findings(group.findings())).append(RankText.failure(group.failure()));
        }
        text.append(new CostText(style).of(report.cost()));
        return text.toString();
    }
}
