package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.reports.matrix.CaseResult;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Makes the cells of a file's every run of its case runs. These are read many runs at a time: what a query costs besides its rows
 * is paid for all of them at once. Belongs to one thread.
 */
final class CellRebuild {
    /** Case runs that are read at once, and so are in memory together, roughly. */
    static final int AT_ONCE = 5_000;

    /** In the order in which they were appended, in which their case runs lie one after the other. */
    private static final String RUNS = """
            SELECT r.id, epoch_ns(r.started_at) AS started, r.machine_key,
                coalesce(list(c.id ORDER BY c.position) FILTER (c.id IS NOT NULL), []) AS case_runs
            FROM runs r LEFT JOIN case_runs c ON c.run_id = r.id
            GROUP BY r.id, r.started_at, r.machine_key
            ORDER BY min(c.id), r.id
            """;

    private final Handle handle;
    private final CellTables cells;
    private final RunReader reader;
    private final int atOnce;

    private record Run(String id, Instant startedAt, String machineKey, List<Long> caseRuns) {}

    /**
     * @param cells where they are written
     * @param atOnce case runs that are read together, roughly
     */
    CellRebuild(Handle handle, CellTables cells, int atOnce) {
        this.handle = handle;
        this.cells = cells;
        this.reader = new RunReader(handle);
        this.atOnce = atOnce;
    }

    void all() throws SQLException {
        List<Run> some = new ArrayList<>();
        int caseRuns = 0;
        for (Run run : runs()) {
            some.add(run);
            caseRuns += run.caseRuns().size();
            if (caseRuns >= atOnce) {
                write(some);
                some.clear();
                caseRuns = 0;
            }
        }
        write(some);
    }

    private List<Run> runs() {
        return handle.createQuery(RUNS)
                .map(Row.each(row -> new Run(
                        row.text("id"), row.instant("started"), row.text("machine_key"), row.numbers("case_runs"))))
                .list();
    }

    private void write(List<Run> some) throws SQLException {
        Map<Long, CaseRun> read = reader.caseRuns(
                some.stream().flatMap(run -> run.caseRuns().stream()).toList());
        List<List<CaseResult>> caseResults =
                some.stream().map(run -> caseResults(run, read)).toList();
        // Nothing of this asks the database, whose connection belongs to one thread.
        List<List<PlacedCell>> made =
                caseResults.parallelStream().map(PlacedCell::of).toList();
        for (int i = 0; i < some.size(); i++) {
            cells.write(some.get(i).id(), made.get(i), some.get(i).caseRuns());
        }
    }

    private List<CaseResult> caseResults(Run run, Map<Long, CaseRun> read) {
        return CaseResult.allOf(
                run.id(),
                run.startedAt(),
                reader.machine(run.machineKey()),
                run.caseRuns().stream()
                        .map(id -> Optional.ofNullable(read.get(id)).orElseThrow())
                        .toList());
    }
}
