package dev.bascule.reports.comparison;

import dev.bascule.fallback.run.RunRecord;
import dev.bascule.fallback.run.Selection;
import dev.bascule.reports.matrix.CaseResult;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * One side of a comparison.
 *
 * @param name what the user called it
 * @param cells the case runs that belong to it, of any number of runs
 * @param unread cases that its runs were to run and could not read, so that they have no cell of them
 */
public record ComparedSide(String name, List<CaseResult> cells, List<Selection.Unread> unread) {

    public ComparedSide {
        cells = cells.stream()
                .sorted(Comparator.comparing(CaseResult::startedAt))
                .toList();
        unread = List.copyOf(unread);
    }

    /** One whose every case could be read. */
    public ComparedSide(String name, List<CaseResult> cells) {
        this(name, cells, List.of());
    }

    /** All of a run. */
    public static ComparedSide of(String name, RunRecord run) {
        return new ComparedSide(name, CaseResult.allOf(run), unread(run));
    }

    /** What a run was to run and could not read. */
    public static List<Selection.Unread> unread(RunRecord run) {
        return run.extent().unread();
    }

    /** Ids of its runs, the oldest first. */
    public List<String> runs() {
        Set<String> ids = new LinkedHashSet<>();
        cells.forEach(cell -> ids.add(cell.runId()));
        return List.copyOf(ids);
    }

    Set<String> values(Dimension dimension) {
        Set<String> values = new LinkedHashSet<>();
        cells.forEach(cell -> values.add(dimension.of(cell)));
        return values;
    }
}
