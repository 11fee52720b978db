package dev.bascule.studies.bisect.report;

import dev.bascule.reports.format.Figures;
import dev.bascule.studies.bisect.BisectReport;
import dev.bascule.studies.bisect.BisectResult;
import dev.bascule.studies.bisect.LineResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a search came to, in sentences. Stateless. */
public final class Headline {
    private Headline() {}

    /** Each line with its axis, which axis it is, and how it ended where that is not usual. */
    public static List<String> of(BisectReport report) {
        BisectResult result = report.result();
        List<String> lines = new ArrayList<>();
        for (LineResult line : result.lines()) {
            lines.add("%s: %s".formatted(line.axis().product(), line.sentence()));
        }
        result.axis().ifPresent(axis -> lines.add(axis.sentence()));
        why(result.ending()).ifPresent(lines::add);
        result.cutShort().ifPresent(why -> lines.add("ended early: " + why));
        return lines;
    }

    private static Optional<String> why(BisectResult.Ending ending) {
        if (ending instanceof BisectResult.Ending.EqualEnds equal) {
            return Optional.of(equal.why());
        }
        if (ending instanceof BisectResult.Ending.OtherWay other) {
            return Optional.of(other.why());
        }
        return ending instanceof BisectResult.Ending.EndUnknown unknown ? Optional.of(unknown.why()) : Optional.empty();
    }

    /** How much was run. */
    public static String effort(BisectReport report) {
        return "%s looked at in %s, %d s"
                        .formatted(
                                Figures.counted(report.result().probes(), "version"),
                                Figures.counted(report.result().attempts(), "run"),
                                report.took().toSeconds())
                + report.worker()
                        .map(worker -> ", all on the worker " + worker
                                + report.machine()
                                        .map(machine ->
                                                " (%s)".formatted(machine.cpu().name()))
                                        .orElse(""))
                        .orElse("");
    }
}
