package dev.bascule.reports.history;

import dev.bascule.reports.history.HistoryTables.Link;
import dev.bascule.reports.history.IntegrityFinding.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/** Looks over the rows of runs and works by counting: whether they hang together, and hold what can be. Changes nothing. */
final class RowCheck {
    private static final String NO_TIME = "len(list_filter(%s, x -> x IS NULL OR x < 0 OR isnan(x) OR isinf(x))) > 0";

    private static final String NO_NUMBER = "len(list_filter(%s, x -> x IS NULL OR isnan(x))) > 0";

    private final Handle handle;
    private final List<IntegrityFinding> findings = new ArrayList<>();

    RowCheck(Handle handle) {
        this.handle = handle;
    }

    List<IntegrityFinding> findings() {
        Stream.of(
                        HistoryTables.OF_RUNS,
                        HistoryTables.OF_DIMENSIONS,
                        HistoryTables.OF_WORK,
                        HistoryTables.OF_TRAININGS,
                        HistoryTables.OF_QUANTIZATIONS,
                        HistoryTables.OF_CELLS)
                .flatMap(List::stream)
                .forEach(this::orphans);
        counts();
        arrays();
        outcomes();
        works();
        return List.copyOf(findings);
    }

    private void orphans(Link link) {
        report(
                Kind.ORPHAN,
                link.toString(),
                "SELECT count(*) FROM %s WHERE %s".formatted(link.table(), Pruning.orphan(link)),
                "%d rows without their row of " + link.parent());
    }

    private void counts() {
        for (Link link : List.of(
                new Link("attempts", "case_run_id", "case_runs", "id"),
                new Link("evidence", "attempt_id", "attempts", "id"))) {
            report(
                    Kind.COUNT,
                    link.parent(),
                    "SELECT count(*) FROM %s WHERE %s NOT IN (SELECT %s FROM %s)"
                            .formatted(link.parent(), link.key(), link.column(), link.table()),
                    "%d rows have no row of " + link.table());
        }
        places("case_runs", "run_id");
        places("attempts", "case_run_id");
        places("scenarios", "run_id");
        for (String table : List.of("samples", "evidence", "numerics", "errors")) {
            report(
                    Kind.COUNT,
                    table,
                    "SELECT count(*) FROM (SELECT attempt_id FROM %s GROUP BY 1 HAVING count(*) > 1)".formatted(table),
                    "%d attempts have several rows");
        }
        report(
                Kind.COUNT,
                "numbers",
                "SELECT count(*) FROM (SELECT id FROM case_runs GROUP BY 1 HAVING count(*) > 1 UNION ALL"
                        + " SELECT id FROM attempts GROUP BY 1 HAVING count(*) > 1)",
                "%d case runs or attempts share a number");
    }

    private void places(String table, String parent) {
        report(
                Kind.COUNT,
                table,
                "SELECT count(*) FROM (SELECT %s FROM %s GROUP BY 1 HAVING count(DISTINCT position) <> count(*)"
                                .formatted(parent, table)
                        + " OR min(position) <> 0 OR max(position) <> count(*) - 1)",
                "%d of " + parent + " have places counted twice or left out");
    }

    private void arrays() {
        Map.of("measured_ms", "samples", "warm_up_ms", "samples", "own_ms", "comparisons", "baseline_ms", "comparisons")
                .forEach((column, table) -> report(
                        Kind.ARRAY,
                        table + "." + column,
                        "SELECT count(*) FROM %s WHERE %s".formatted(table, NO_TIME.formatted(column)),
                        "%d arrays have what is no time in milliseconds"));
        report(
                Kind.ARRAY,
                "figures.samples",
                "SELECT count(*) FROM figures WHERE " + NO_NUMBER.formatted("samples"),
                "%d arrays have what is no number");
        report(
                Kind.ARRAY,
                "comparisons",
                "SELECT count(*) FROM comparisons WHERE len(own_ms) = 0 OR len(baseline_ms) = 0",
                "%d comparisons lack a side's samples");
    }

    private void outcomes() {
        report(
                Kind.OUTCOME,
                "attempts",
                "SELECT count(*) FROM attempts a LEFT JOIN errors e ON e.attempt_id = a.id"
                        + " WHERE (a.outcome = 'SUCCEEDED') <> (e.code IS NULL)",
                "%d succeeded with an error, or failed without one");
    }

    private void works() {
        report(
                Kind.COUNT,
                "model_work",
                "SELECT count(*) FROM (SELECT 1 FROM model_work GROUP BY model_sha256, inputs, engine_name, engine_version,"
                        + " engine_build, threads HAVING count(*) > 1)",
                "%d models are kept twice with the same inputs, engine and threads");
        places("work_kernels", "work_id");
    }

    private void report(Kind kind, String where, String sql, String detail) {
        long found = handle.createQuery(sql).mapTo(Long.class).one();
        if (found > 0) {
            findings.add(new IntegrityFinding(kind, where, detail.formatted(found)));
        }
    }
}
