package dev.bascule.cli.run;

import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.comparison.Elsewhere;
import dev.bascule.reports.history.History;
import dev.bascule.reports.history.HistoryOpening;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.ElsewhereCosts;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Asks a history what fallbacks cost on other machines, where any cell wants that. Stateless. */
final class ElsewhereLookup {
    private ElsewhereLookup() {}

    static ElsewhereCosts of(List<CaseResult> cells, History history) {
        Set<String> models = ElsewhereCosts.models(cells);
        return models.isEmpty() ? ElsewhereCosts.NONE : Elsewhere.of(cells, history.strictCells(models));
    }

    /** Of a run that is not in the history yet. A history that cannot be read is told of when the run is appended. */
    static ElsewhereCosts of(RunRecord record, CompletableFuture<History> opening) {
        List<CaseResult> cells = CaseResult.allOf(record);
        if (ElsewhereCosts.models(cells).isEmpty()) {
            return ElsewhereCosts.NONE;
        }
        try {
            return of(cells, HistoryOpening.await(opening));
        } catch (RuntimeException toldLater) {
            return ElsewhereCosts.NONE;
        }
    }
}
