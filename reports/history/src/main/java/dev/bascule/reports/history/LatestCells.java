package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.SharedAttempts;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.fallback.run.RunOrigin;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.PastVerdicts;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * The newest case runs of each cell, whole, by the rule as it is written: what the cell summaries are held to. Belongs to one thread.
 *
 * @param handle the open history
 */
record LatestCells(Handle handle) {
    /** What keeps a case from being begun, as {@link CaseRun#neverBegan} says. */
    private static final List<String> ENVIRONMENT = Arrays.stream(ErrorCode.values())
            .filter(code -> code.exitCode() == ExitCode.ENVIRONMENT)
            .map(Enum::name)
            .toList();

    private static final String NEWEST = """
            WITH began AS (
                SELECT DISTINCT a.case_run_id AS id
                FROM attempts a LEFT JOIN errors e ON e.attempt_id = a.id
                WHERE a.retry = 0 AND a.outcome <> 'UNAVAILABLE'
                    AND (e.code IS NULL OR e.code NOT IN (<environment>)))
            SELECT c.id, c.run_id, r.machine_key, epoch_ns(r.started_at) AS started, r.origins,
                (SELECT min(b.id) FROM case_runs b WHERE b.run_id = c.run_id AND b.case_id = c.case_id
                 AND b.chain = [:cpu]) AS baseline,
                CASE WHEN len(c.chain) > 1 THEN (SELECT list(s.id ORDER BY s.position) FROM case_runs s
                 WHERE s.run_id = c.run_id AND s.case_id = c.case_id) ELSE [c.id] END AS of_case
            FROM case_runs c JOIN runs r ON r.id = c.run_id JOIN machines m ON m.key = r.machine_key
                LEFT JOIN began ON began.id = c.id
            WHERE c.verdict <> 'SKIPPED' AND r.id IN (<runs>)
            QUALIFY rank() OVER (PARTITION BY m.fingerprint, c.row_key, c.column_key
                ORDER BY began.id IS NULL, r.started_at DESC, r.id DESC) = 1
            ORDER BY r.started_at DESC, r.id DESC, c.position
            """;

    /** Other runs of the very same place: what ran there before with the same builds and, as far as is known, inputs. */
    private static final String OTHERS = """
            WITH began AS (
                SELECT DISTINCT a.case_run_id AS id
                FROM attempts a LEFT JOIN errors e ON e.attempt_id = a.id
                WHERE a.retry = 0 AND a.outcome <> 'UNAVAILABLE'
                    AND (e.code IS NULL OR e.code NOT IN (<environment>))),
            placed AS (
                SELECT c.id, c.run_id, c.row_key, c.column_key, c.inputs_sha256, c.verdict, m.fingerprint,
                    [t.engine_name, t.engine_version, t.engine_build, t.browser_version] AS build
                FROM case_runs c JOIN runs r ON r.id = c.run_id JOIN machines m ON m.key = r.machine_key
                    JOIN attempts a ON a.case_run_id = c.id AND a.position = 0 JOIN targets t ON t.key = a.target_key
                WHERE r.id IN (<runs>) AND c.id IN (SELECT id FROM began))
            SELECT n.id, o.verdict, count(*) AS times
            FROM placed n JOIN placed o ON o.row_key = n.row_key AND o.column_key = n.column_key
                AND o.fingerprint = n.fingerprint AND o.build = n.build AND o.run_id <> n.run_id
                AND (o.inputs_sha256 = n.inputs_sha256 OR o.inputs_sha256 IS NULL OR n.inputs_sha256 IS NULL)
            WHERE n.id IN (<cells>)
            GROUP BY 1, 2""";

    /** @param ofCase of a chain every case run of its case, which tell who measured what it shows */
    private record Found(
            long id,
            Optional<Long> baseline,
            List<Long> ofCase,
            String runId,
            Instant startedAt,
            String machineKey,
            Set<RunOrigin> origins) {}

    List<CaseResult> among(List<String> runs) {
        if (runs.isEmpty()) {
            return List.of();
        }
        List<Found> found = handle.createQuery(NEWEST)
                .bind("cpu", CaseResult.NATIVE_CPU.first().id())
                .bindList("runs", runs)
                .bindList("environment", ENVIRONMENT)
                .map(Row.each(row -> new Found(
                        row.number("id"),
                        row.optionalNumber("baseline"),
                        row.numbers("of_case"),
                        row.text("run_id"),
                        row.instant("started"),
                        row.text("machine_key"),
                        RunReader.origins(row))))
                .list();
        Set<Long> wanted = new LinkedHashSet<>();
        found.forEach(cell -> wanted.addAll(cell.ofCase()));
        found.forEach(cell -> cell.baseline().ifPresent(wanted::add));
        Map<Long, PastVerdicts> others =
                others(runs, found.stream().map(Found::id).toList());
        RunReader reader = new RunReader(handle);
        Map<Long, CaseRun> read = reader.caseRuns(List.copyOf(wanted));
        return found.stream()
                .flatMap(cell -> Optional.ofNullable(read.get(cell.id())).stream()
                        .map(run -> new CaseResult(
                                cell.runId(),
                                cell.startedAt(),
                                reader.machine(cell.machineKey()),
                                run,
                                cell.baseline()
                                        .flatMap(id -> Optional.ofNullable(read.get(id)))
                                        .filter(cpu -> cpu.conditions().equals(run.conditions())),
                                new SharedAttempts(cell.ofCase().stream()
                                                .flatMap(id -> Optional.ofNullable(read.get(id)).stream())
                                                .toList())
                                        .measuredIn(run),
                                others.getOrDefault(cell.id(), PastVerdicts.NONE),
                                cell.origins())))
                .toList();
    }

    private Map<Long, PastVerdicts> others(List<String> runs, List<Long> cells) {
        Map<Long, PastVerdicts> others = new HashMap<>();
        if (runs.size() < 2 || cells.isEmpty()) {
            return others;
        }
        handle.createQuery(OTHERS)
                .bindList("runs", runs)
                .bindList("cells", cells)
                .bindList("environment", ENVIRONMENT)
                .map((rows, context) ->
                        new Other(rows.getLong("id"), Verdict.valueOf(rows.getString("verdict")), rows.getInt("times")))
                .forEach(other -> {
                    for (int i = 0; i < other.times(); i++) {
                        others.merge(
                                other.id(),
                                PastVerdicts.NONE.and(other.verdict()),
                                (before, more) -> before.and(other.verdict()));
                    }
                });
        return others;
    }

    private record Other(long id, Verdict verdict, int times) {}

    /** The numbers of the case runs over every run. */
    List<Long> everywhere() {
        List<String> runs =
                handle.createQuery("SELECT id FROM runs").mapTo(String.class).list();
        return runs.isEmpty()
                ? List.of()
                : handle.createQuery(NEWEST)
                        .bind("cpu", CaseResult.NATIVE_CPU.first().id())
                        .bindList("runs", runs)
                        .bindList("environment", ENVIRONMENT)
                        .map((rows, context) -> rows.getLong("id"))
                        .list();
    }
}
