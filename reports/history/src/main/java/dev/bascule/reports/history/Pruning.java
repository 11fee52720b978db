package dev.bascule.reports.history;

import dev.bascule.reports.history.HistoryTables.Link;
import java.sql.SQLException;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jdbi.v3.core.Handle;

/**
 * Takes runs out of a history, and what nothing refers to any more. Belongs to one thread.
 *
 * @param handle the open history
 */
record Pruning(Handle handle) {

    /** @param headings of every run, newest first */
    PrunePlan plan(Retention retention, List<RunHeading> headings) throws SQLException {
        Set<String> shown = retention.keepCells() ? shown() : Set.of();
        List<RunHeading> old = headings.stream()
                .skip(retention.keepLast())
                .filter(run -> run.startedAt().isBefore(retention.before()))
                .toList();
        List<RunHeading> going =
                old.stream().filter(run -> !shown.contains(run.id())).toList();
        return new PrunePlan(
                going,
                old.stream().filter(run -> shown.contains(run.id())).toList(),
                headings.size() - going.size(),
                attempts(going));
    }

    /** Runs that have the newest cell of some place. */
    private Set<String> shown() throws SQLException {
        MatrixDimensions dimensions = MatrixDimensions.NONE.extended(handle);
        return CellIndex.of(handle, dimensions, RunScope.ALL).runs().stream()
                .map(number -> dimensions.run(number).id())
                .collect(Collectors.toSet());
    }

    private long attempts(List<RunHeading> runs) {
        if (runs.isEmpty()) {
            return 0;
        }
        return handle.createQuery("SELECT count(*) FROM attempts a JOIN case_runs c ON c.id = a.case_run_id"
                        + " WHERE c.run_id IN (<runs>)")
                .bindList("runs", runs.stream().map(RunHeading::id).toList())
                .mapTo(Long.class)
                .one();
    }

    /** All of it or nothing. */
    void prune(List<String> runs) {
        if (runs.isEmpty()) {
            return;
        }
        handle.useTransaction(inside -> {
            inside.createUpdate("DELETE FROM runs WHERE id IN (<runs>)")
                    .bindList("runs", runs)
                    .execute();
            HistoryTables.OF_RUNS.forEach(link -> sweep(inside, link));
            HistoryTables.OF_CELLS.subList(0, 3).forEach(link -> sweep(inside, link));
            unused(inside, "machines", "key NOT IN (SELECT machine_key FROM runs)");
            unused(inside, "models", "key NOT IN (SELECT model_key FROM case_runs)");
            unused(
                    inside,
                    "targets",
                    "key NOT IN (SELECT target_key FROM attempts UNION SELECT target_key FROM scenarios)");
            unused(inside, "gpus", "machine_key NOT IN (SELECT key FROM machines)");
            unused(inside, "model_operators", "model_key NOT IN (SELECT key FROM models)");
            unused(inside, "matrix_rows", "id NOT IN (SELECT row_id FROM cells)");
            unused(inside, "matrix_columns", "id NOT IN (SELECT column_id FROM cells)");
        });
    }

    private static void sweep(Handle handle, Link link) {
        unused(handle, link.table(), orphan(link));
    }

    /** True of a row whose parent is not there. */
    static String orphan(Link link) {
        return "%s IS NOT NULL AND %s NOT IN (SELECT %s FROM %s)"
                .formatted(link.column(), link.column(), link.key(), link.parent());
    }

    private static void unused(Handle handle, String table, String condition) {
        handle.execute("DELETE FROM %s WHERE %s".formatted(table, condition));
    }
}
