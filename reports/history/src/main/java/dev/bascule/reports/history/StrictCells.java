package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.reports.matrix.CaseResult;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * Timed cells of one backend without a chain, for what machines of the history tell of each other. Belongs to one thread.
 *
 * @param handle the open history
 */
record StrictCells(Handle handle) {
    private static final String FOUND = """
            SELECT c.id, c.run_id, r.machine_key, epoch_ns(r.started_at) AS started
            FROM case_runs c JOIN runs r ON r.id = c.run_id JOIN machines k ON k.key = r.machine_key
                JOIN models m ON m.key = c.model_key
            WHERE m.sha256 IN (<models>) AND len(c.chain) = 1
                AND c.id IN (SELECT a.case_run_id FROM attempts a JOIN samples s ON s.attempt_id = a.id)
            QUALIFY row_number() OVER (PARTITION BY k.fingerprint, c.row_key, c.column_key
                ORDER BY r.started_at DESC, r.id DESC, c.position) <= :newest
            ORDER BY r.started_at, r.id, c.position
            """;

    private record Found(long id, String runId, Instant startedAt, String machineKey) {}

    List<CaseResult> of(Set<String> models) {
        if (models.isEmpty()) {
            return List.of();
        }
        List<Found> found = handle.createQuery(FOUND)
                .bindList("models", List.copyOf(models))
                .bind("newest", History.NEWEST_STRICT)
                .map(Row.each(row -> new Found(
                        row.number("id"), row.text("run_id"), row.instant("started"), row.text("machine_key"))))
                .list();
        RunReader reader = new RunReader(handle);
        Map<Long, CaseRun> read = reader.caseRuns(found.stream().map(Found::id).toList());
        return found.stream()
                .flatMap(cell -> Optional.ofNullable(read.get(cell.id())).stream()
                        .map(run -> new CaseResult(
                                cell.runId(),
                                cell.startedAt(),
                                reader.machine(cell.machineKey()),
                                run,
                                Optional.empty())))
                .toList();
    }
}
