package dev.bascule.reports.matrix;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.format.Figures;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What a cell says in a terminal, line by line, the verdict first. Stateless. */
final class CellLines {

    /** How much a cell says. */
    enum Detail {
        FULL,
        SHORT
    }

    /** As wide as the longest verdict: what is wider takes another line where room is short. */
    private static final int NARROW = 11;

    private CellLines() {}

    static List<String> of(MatrixCell cell, Detail detail) {
        List<String> lines = new ArrayList<>();
        lines.add((cell.verdict() + " " + cell.mark()).stripTrailing());
        cell.unsteady().ifPresent(lines::add);
        lines.addAll(cell.ways());
        cell.reached().ifPresent(backend -> lines.add("→ " + backend));
        cell.summary().ifPresent(summary -> {
            Optional<Interval> interval = summary.ci95().filter(ends -> detail == Detail.FULL);
            lines.add(interval.map(ends -> Figures.withInterval(summary.median(), ends.low(), ends.high()))
                    .orElse(Figures.millis(summary.median())));
        });
        cell.measuredIn().ifPresent(other -> lines.add("= " + other));
        if (cell.throttled()) {
            lines.add("throttled");
        }
        cell.passedOnRetry().ifPresent(retry -> lines.add("ok, retry " + retry.retry()));
        List<String> last = new ArrayList<>();
        cell.relative().map(CellSymbols::ratio).filter(text -> !text.isEmpty()).ifPresent(last::add);
        cell.score().ifPresent(score -> last.add("[" + score.value() + "]"));
        String together = String.join(" ", last);
        if (detail == Detail.SHORT && TextStyle.length(together) > NARROW) {
            lines.addAll(last);
        } else if (!last.isEmpty()) {
            lines.add(together);
        }
        if (!cell.merged().isEmpty()) {
            lines.add("worst of " + (cell.merged().size() + 1));
        }
        return lines;
    }
}
