package dev.bascule.studies.conformance;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.RunRecord;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A column of a run that was asked for and in which no case was begun. Immutable.
 *
 * @param any one of its cells, which tells the target
 * @param cells how many there would have been
 * @param why what kept all of them from it
 */
public record AbsentColumn(CaseRun any, int cells, Failure why) {

    /** Those of a run, in order. */
    public static List<AbsentColumn> of(RunRecord record) {
        Map<String, List<CaseRun>> columns = new LinkedHashMap<>();
        record.runs()
                .forEach(run -> columns.computeIfAbsent(
                                run.chain() + " " + run.decisive().target().id(), column -> new ArrayList<>())
                        .add(run));
        return columns.values().stream().flatMap(cells -> of(cells).stream()).toList();
    }

    private static Optional<AbsentColumn> of(List<CaseRun> cells) {
        return cells.stream().allMatch(CaseRun::neverBegan)
                ? cells.get(0).decisive().failure().map(why -> new AbsentColumn(cells.get(0), cells.size(), why))
                : Optional.empty();
    }
}
