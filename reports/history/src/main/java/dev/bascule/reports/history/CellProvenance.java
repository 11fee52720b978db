package dev.bascule.reports.history;

import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.reports.matrix.CaseResult;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * The provenance of cells that were not measured by this program alone, as {@link CaseResult#ways} says of one. Most files
 * have none such, and are asked no more than that. Belongs to one thread.
 *
 * @param handle in the transaction that the cells are read in
 */
record CellProvenance(Handle handle) {
    private static final String IMPORTED = """
            SELECT id FROM case_runs WHERE id IN (SELECT unnest(:asked))
            AND run_id IN (SELECT id FROM runs WHERE list_contains(origins, :word))
            """;

    private static final String ATTACHED = """
            SELECT DISTINCT case_run_id AS id FROM attempts WHERE case_run_id IN (SELECT unnest(:asked))
            AND target_key IN (SELECT key FROM targets WHERE browser_launcher = :word)
            """;

    /** By number of a case run, of those that have any. */
    Map<Long, List<String>> of(Collection<Long> caseRuns) {
        Set<Long> imported = any("SELECT 1 FROM runs WHERE list_contains(origins, :word)", RunOrigin.IMPORTED.word())
                ? among(caseRuns, IMPORTED, RunOrigin.IMPORTED.word())
                : Set.of();
        Set<Long> attached = any("SELECT 1 FROM targets WHERE browser_launcher = :word", CaseResult.ATTACHED)
                ? among(caseRuns, ATTACHED, CaseResult.ATTACHED)
                : Set.of();
        Map<Long, List<String>> ways = new HashMap<>();
        imported.forEach(
                id -> ways.computeIfAbsent(id, any -> new ArrayList<>()).add(RunOrigin.IMPORTED.word()));
        attached.forEach(
                id -> ways.computeIfAbsent(id, any -> new ArrayList<>()).add(CaseResult.ON_AN_ATTACHED_DEVICE));
        return ways;
    }

    private boolean any(String sql, String word) {
        return handle.createQuery(sql + " LIMIT 1")
                .bind("word", word)
                .mapTo(Integer.class)
                .findOne()
                .isPresent();
    }

    private Set<Long> among(Collection<Long> caseRuns, String sql, String word) {
        return new HashSet<>(handle.createQuery(sql)
                .bindArray("asked", Long.class, caseRuns)
                .bind("word", word)
                .mapTo(Long.class)
                .list());
    }
}
