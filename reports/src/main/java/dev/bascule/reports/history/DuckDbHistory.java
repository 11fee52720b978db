package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.ExitCode;
import dev.bascule.reports.matrix.Sighting;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;

/**
 * The history in one DuckDB file, which one process holds at a time. A run is written in one transaction. Thread-safe:
 * one call at a time.
 */
public final class DuckDbHistory implements History {
    /** What keeps a case from being begun, as {@link CaseRun#neverBegan} says. */
    private static final List<String> ENVIRONMENT = Arrays.stream(ErrorCode.values())
            .filter(code -> code.exitCode() == ExitCode.ENVIRONMENT)
            .map(Enum::name)
            .toList();

    private final Handle handle;
    private final String file;

    private DuckDbHistory(Handle handle, String file) {
        this.handle = handle;
        this.file = file;
    }

    /**
     * Opens the file, making it and its folder where they are not, and brings its tables up to date.
     *
     * @throws dev.bascule.fallback.error.BasculeException STORE_LOCKED when another process holds it, STORE_INVALID when
     *     it is no history or a newer one, OUTPUT_UNWRITABLE when it cannot be written
     */
    public static DuckDbHistory open(Path file) {
        return open(file, Migrations.ALL);
    }

    static DuckDbHistory open(Path file, List<Migrations.Migration> migrations) {
        return migrated(DuckDbFile.open(file), file.toString(), migrations);
    }

    /** Opens on a thread of its own, since loading the database takes a second or two. {@code join()} brings the error. */
    public static CompletableFuture<History> openAsync(Path file) {
        CompletableFuture<History> opened = new CompletableFuture<>();
        Thread opener = new Thread(
                () -> {
                    try {
                        DuckDbHistory history = open(file);
                        if (!opened.complete(history)) {
                            history.close();
                        }
                    } catch (Throwable error) {
                        opened.completeExceptionally(error);
                    }
                },
                "history-opener");
        opener.setDaemon(true);
        opener.start();
        return opened;
    }

    /** A database without a file. */
    public static DuckDbHistory inMemory() {
        return migrated(DuckDbFile.inMemory(), "the database in memory", Migrations.ALL);
    }

    private static DuckDbHistory migrated(Handle handle, String file, List<Migrations.Migration> migrations) {
        try {
            Migrations.migrate(handle, file, migrations);
            return new DuckDbHistory(handle, file);
        } catch (JdbiException e) {
            handle.close();
            throw DuckDbFile.broken(file, e);
        } catch (RuntimeException e) {
            handle.close();
            throw e;
        }
    }

    @Override
    public synchronized void append(RunRecord run) {
        boolean known = handle.createQuery("SELECT count(*) FROM runs WHERE id = :id")
                        .bind("id", run.id())
                        .mapTo(Long.class)
                        .one()
                > 0;
        if (known) {
            throw new IllegalArgumentException("the history already has a run " + run.id());
        }
        try {
            handle.useTransaction(inside -> {
                try (RunWriter writer = new RunWriter(inside)) {
                    writer.write(run);
                }
            });
        } catch (SQLException | JdbiException e) {
            throw DuckDbFile.broken(file, e);
        }
    }

    @Override
    public synchronized List<RunHeading> runs(RunFilter filter) {
        return handle.createQuery("""
                        SELECT r.*, epoch_ns(r.started_at) AS started,
                            epoch_ns(r.finished_at) - epoch_ns(r.started_at) AS took, m.fingerprint,
                            map_from_entries((SELECT list((verdict, n)) FROM
                                (SELECT verdict, CAST(count(*) AS INTEGER) AS n FROM case_runs c WHERE c.run_id = r.id
                                 GROUP BY verdict))) AS verdicts,
                            map_from_entries((SELECT list((verdict, n)) FROM
                                (SELECT verdict, CAST(count(*) AS INTEGER) AS n FROM scenarios s WHERE s.run_id = r.id
                                 GROUP BY verdict))) AS scenario_verdicts
                        FROM runs r JOIN machines m ON m.key = r.machine_key
                        WHERE (:suite IS NULL OR r.suite = :suite) AND epoch_ns(r.started_at) >= :since
                        ORDER BY r.started_at DESC, r.id DESC LIMIT :limit
                        """)
                .bind("suite", filter.suite())
                .bind("since", filter.since().map(DuckDbHistory::nanos).orElse(Long.MIN_VALUE))
                .bind("limit", filter.limit())
                .map((rows, context) -> heading(new Row(rows)))
                .list();
    }

    private static RunHeading heading(Row row) throws SQLException {
        return new RunHeading(
                row.text("id"),
                row.instant("started"),
                Duration.ofNanos(row.number("took")),
                row.text("suite"),
                row.text("command"),
                row.flag("interrupted"),
                row.text("fingerprint"),
                verdicts(row, "verdicts"),
                verdicts(row, "scenario_verdicts"));
    }

    private static Map<Verdict, Integer> verdicts(Row row, String column) throws SQLException {
        Map<Verdict, Integer> verdicts = new EnumMap<>(Verdict.class);
        if (row.has(column)) {
            row.map(column, Integer.class).forEach((name, count) -> verdicts.put(Verdict.valueOf(name), count));
        }
        return verdicts;
    }

    private static long nanos(Instant instant) {
        return Math.addExact(Math.multiplyExact(instant.getEpochSecond(), 1_000_000_000L), instant.getNano());
    }

    @Override
    public synchronized Optional<RunRecord> find(String idOrPrefix) {
        List<String> matching = handle.createQuery("SELECT id FROM runs WHERE starts_with(id, :prefix) LIMIT 1000")
                .bind("prefix", idOrPrefix)
                .mapTo(String.class)
                .list();
        return matching.stream()
                .filter(id -> id.equals(idOrPrefix) || matching.size() == 1)
                .findFirst()
                .flatMap(id -> new RunReader(handle).run(id));
    }

    private record Found(long id, Optional<Long> baseline, String runId, Instant startedAt, String machineKey) {}

    @Override
    public synchronized List<Sighting> latestCells(RunFilter filter) {
        List<String> runIds = runs(filter).stream().map(RunHeading::id).toList();
        if (runIds.isEmpty()) {
            return List.of();
        }
        List<Found> found = handle.createQuery("""
                        WITH began AS (
                            SELECT DISTINCT a.case_run_id AS id
                            FROM attempts a LEFT JOIN errors e ON e.attempt_id = a.id
                            WHERE a.retry = 0 AND a.outcome <> 'UNAVAILABLE'
                                AND (e.code IS NULL OR e.code NOT IN (<environment>)))
                        SELECT c.id, c.run_id, r.machine_key, epoch_ns(r.started_at) AS started,
                            (SELECT min(b.id) FROM case_runs b WHERE b.run_id = c.run_id AND b.case_id = c.case_id
                             AND b.chain = [:cpu]) AS baseline
                        FROM case_runs c JOIN runs r ON r.id = c.run_id JOIN machines m ON m.key = r.machine_key
                            LEFT JOIN began ON began.id = c.id
                        WHERE c.verdict <> 'SKIPPED' AND r.id IN (<runs>)
                        QUALIFY rank() OVER (PARTITION BY m.fingerprint, c.row_key, c.column_key
                            ORDER BY began.id IS NULL, r.started_at DESC, r.id DESC) = 1
                        ORDER BY r.started_at DESC, r.id DESC, c.position
                        """)
                .bind("cpu", Sighting.NATIVE_CPU.first().id())
                .bindList("runs", runIds)
                .bindList("environment", ENVIRONMENT)
                .map((rows, context) -> {
                    Row row = new Row(rows);
                    Optional<Long> baseline =
                            row.has("baseline") ? Optional.of(row.number("baseline")) : Optional.empty();
                    return new Found(
                            row.number("id"),
                            baseline,
                            row.text("run_id"),
                            row.instant("started"),
                            row.text("machine_key"));
                })
                .list();
        List<Long> wanted = new ArrayList<>(found.stream().map(Found::id).toList());
        found.forEach(cell -> cell.baseline().ifPresent(wanted::add));
        RunReader reader = new RunReader(handle);
        Map<Long, CaseRun> read = reader.caseRuns(wanted);
        return found.stream()
                .flatMap(cell -> Optional.ofNullable(read.get(cell.id())).stream()
                        .map(run -> new Sighting(
                                cell.runId(),
                                cell.startedAt(),
                                reader.machine(cell.machineKey()),
                                run,
                                cell.baseline().flatMap(id -> Optional.ofNullable(read.get(id))))))
                .toList();
    }

    @Override
    public synchronized QueryResult query(String sql) {
        return new ReadOnlyQuery(handle).answer(sql);
    }

    @Override
    public synchronized void close() {
        handle.close();
    }
}
