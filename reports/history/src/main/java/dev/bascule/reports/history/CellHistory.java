package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.MeasurementKey;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.SharedAttempts;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.target.Target;
import dev.bascule.reports.matrix.ActualPlacement;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.CellPlace;
import java.time.Instant;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/**
 * What the database knows of one cell over time, of machines and of targets. Belongs to one thread.
 *
 * @param handle the open history
 */
record CellHistory(Handle handle) {

    List<SeriesPoint> series(CellPlace place) {
        return handle.createQuery("""
                        WITH found AS (
                            SELECT c.case_run_id, %s, c.requested, r.id AS run_id, epoch_ns(r.started_at) AS started,
                                r.suite, m.software AS installed
                            FROM cells c
                            JOIN matrix_runs n ON n.number = c.run_number
                            JOIN runs r ON r.id = n.run_id JOIN machines m ON m.key = r.machine_key
                            WHERE c.row_id = (SELECT id FROM matrix_rows WHERE key = :row)
                                AND c.column_id = (SELECT id FROM matrix_columns WHERE machine = :machine AND key = :column)),
                        decisive AS (
                            SELECT a.case_run_id, a.id AS attempt_id, a.target_key, a.outcome,
                                epoch_ns(a.started_at) AS tried_at, a.elapsed_ns,
                                row_number() OVER (PARTITION BY a.case_run_id
                                    ORDER BY a.outcome <> 'SUCCEEDED',
                                        CASE WHEN a.outcome = 'SUCCEEDED' THEN a.position ELSE -a.position END) AS choice
                            FROM attempts a WHERE a.retry = 0 AND a.case_run_id IN (SELECT case_run_id FROM found))
                        SELECT f.* EXCLUDE (software), f.software, f.installed, s.measured_ms,
                            %s, w.case_id, d.outcome, d.tried_at, d.elapsed_ns, s.attempt_id AS timed,
                            t.* EXCLUDE (id, software), t.id AS target_id,
                            t.software AS target_software, t.device_type AS target_device_type,
                            v.software AS evidence_software, v.device_type AS evidence_device_type
                        FROM found f JOIN decisive d ON d.case_run_id = f.case_run_id AND d.choice = 1
                            JOIN case_runs w ON w.id = f.case_run_id
                            JOIN targets t ON t.key = d.target_key
                            LEFT JOIN samples s ON s.attempt_id = d.attempt_id
                            LEFT JOIN evidence v ON v.attempt_id = d.attempt_id
                        ORDER BY f.started, f.run_id
                        """.formatted(CellReader.COLUMNS, ConditionColumns.COLUMNS))
                .bind("machine", place.machine())
                .bind("row", place.row())
                .bind("column", place.column())
                .map((read, context) -> {
                    Row row = new Row(read);
                    var run = new MatrixDimensions.Run(row.text("run_id"), row.instant("started"), row.text("suite"));
                    CellSummary cell = CellReader.cell(row, place, run, row.text("requested"));
                    Target target = AttemptReader.target(row);
                    Optional<String> device = row.optionalText("evidence_device_type");
                    return new SeriesPoint(
                            cell,
                            run.suite(),
                            cell.time().isPresent() ? row.samples("measured_ms") : Samples.NONE,
                            target,
                            ActualPlacement.of(
                                    target,
                                    cell.proof(),
                                    cell.actual(),
                                    device.map(DeviceType::valueOf),
                                    row.optionalFlag("evidence_software")),
                            new MeasurementKey(
                                    CaseId.parse(row.text("case_id")),
                                    target,
                                    row.constant(Outcome.class, "outcome"),
                                    row.instant("tried_at"),
                                    row.duration("elapsed_ns"),
                                    row.has("timed") ? row.samples("measured_ms") : Samples.NONE),
                            new TreeMap<>(row.has("installed") ? row.map("installed", String.class) : Map.of()),
                            ConditionColumns.read(row));
                })
                .list();
    }

    Optional<CaseResult> caseRun(CaseRunRef ref) {
        record Found(long id, Optional<Long> baseline, List<Long> ofCase, Instant startedAt, String machine) {}
        return handle.createQuery("""
                        SELECT c.id, r.machine_key, epoch_ns(r.started_at) AS started,
                            (SELECT min(b.id) FROM case_runs b WHERE b.run_id = c.run_id AND b.case_id = c.case_id
                             AND b.chain = [:cpu]) AS baseline,
                            (SELECT list(s.id ORDER BY s.position) FROM case_runs s WHERE s.run_id = c.run_id
                             AND s.case_id = c.case_id) AS of_case
                        FROM case_runs c JOIN runs r ON r.id = c.run_id
                        WHERE c.run_id = :run AND c.position = :position
                        """)
                .bind("cpu", CaseResult.NATIVE_CPU.first().id())
                .bind("run", ref.runId())
                .bind("position", ref.position())
                .map((read, context) -> {
                    Row row = new Row(read);
                    return new Found(
                            row.number("id"),
                            row.optionalNumber("baseline"),
                            row.numbers("of_case"),
                            row.instant("started"),
                            row.text("machine_key"));
                })
                .findOne()
                .map(found -> {
                    RunReader reader = new RunReader(handle);
                    // Those of its case tell which of them measured what it shows; the baseline is one of them.
                    var read = reader.caseRuns(found.ofCase());
                    CaseRun run = Optional.ofNullable(read.get(found.id())).orElseThrow();
                    SharedAttempts shared = new SharedAttempts(found.ofCase().stream()
                            .flatMap(id -> Optional.ofNullable(read.get(id)).stream())
                            .toList());
                    return new CaseResult(
                            ref.runId(),
                            found.startedAt(),
                            reader.machine(found.machine()),
                            run,
                            found.baseline()
                                    .flatMap(id -> Optional.ofNullable(read.get(id)))
                                    .filter(cpu -> cpu.conditions().equals(run.conditions())),
                            shared.measuredIn(run));
                });
    }

    List<SeenMachine> machines() {
        RunReader reader = new RunReader(handle);
        return handle.createQuery("""
                        SELECT arg_max(m.key, (r.started_at, r.id)) AS key, epoch_ns(min(r.started_at)) AS first_seen,
                            epoch_ns(max(r.started_at)) AS last_seen, count(*) AS n
                        FROM runs r JOIN machines m ON m.key = r.machine_key
                        GROUP BY m.fingerprint ORDER BY last_seen DESC, m.fingerprint
                        """)
                .map((read, context) -> {
                    Row row = new Row(read);
                    return new SeenMachine(
                            reader.machine(row.text("key")),
                            row.instant("first_seen"),
                            row.instant("last_seen"),
                            row.integer("n"));
                })
                .list();
    }

    private record Seen(String machine, Target target, Instant first, Instant last) {}

    List<SeenTarget> targets() {
        Map<List<String>, Map<Outcome, Integer>> outcomes = new LinkedHashMap<>();
        Map<List<String>, Seen> seen = new LinkedHashMap<>();
        handle.createQuery("""
                        WITH tried AS (
                            SELECT m.fingerprint, a.target_key, a.outcome,
                                -- What several cells of a run show was tried once.
                                count(DISTINCT (c.run_id, c.case_id, a.started_at, a.elapsed_ns)) AS times,
                                epoch_ns(min(r.started_at)) AS first_seen, epoch_ns(max(r.started_at)) AS last_seen
                            FROM attempts a JOIN case_runs c ON c.id = a.case_run_id JOIN runs r ON r.id = c.run_id
                                JOIN machines m ON m.key = r.machine_key
                            GROUP BY ALL)
                        SELECT d.*, t.* EXCLUDE (id, software), t.software AS target_software,
                            t.device_type AS target_device_type
                        FROM tried d JOIN targets t ON t.key = d.target_key
                        """)
                .map((read, context) -> {
                    Row row = new Row(read);
                    List<String> key = List.of(row.text("fingerprint"), row.text("target_key"));
                    outcomes.computeIfAbsent(key, each -> new EnumMap<>(Outcome.class))
                            .put(row.constant(Outcome.class, "outcome"), row.integer("times"));
                    Seen found = new Seen(
                            row.text("fingerprint"),
                            AttemptReader.target(row),
                            row.instant("first_seen"),
                            row.instant("last_seen"));
                    return Map.entry(key, found);
                })
                .forEach(found -> seen.merge(
                        found.getKey(),
                        found.getValue(),
                        (one, other) -> new Seen(
                                one.machine(),
                                one.target(),
                                one.first().isBefore(other.first()) ? one.first() : other.first(),
                                one.last().isAfter(other.last()) ? one.last() : other.last())));
        return seen.entrySet().stream()
                .map(entry -> new SeenTarget(
                        entry.getValue().machine(),
                        entry.getValue().target(),
                        entry.getValue().first(),
                        entry.getValue().last(),
                        outcomes.getOrDefault(entry.getKey(), Map.of())))
                .sorted(SeenTarget.ORDER)
                .toList();
    }
}
