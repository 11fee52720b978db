package dev.bascule.reports.history;

import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.backend.Side;
import dev.bascule.reports.history.PlacedCell.ColumnParts;
import dev.bascule.reports.history.PlacedCell.RowParts;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Collections;
import java.util.Comparator;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Objects;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/**
 * What a file's cells refer to by number: runs, rows and columns. A run that is appended has greater numbers than all before it,
 * so that a later state is made of an earlier one by reading what came since. Immutable.
 */
record MatrixDimensions(
        NavigableMap<Integer, Run> runs,
        NavigableMap<Integer, RowSeen> rows,
        NavigableMap<Integer, ColumnParts> columns) {
    static final MatrixDimensions NONE = new MatrixDimensions(new TreeMap<>(), new TreeMap<>(), new TreeMap<>());

    /** Of runs in the order in which their cells outdo each other. */
    static final Comparator<Run> LATER = Comparator.comparing(Run::startedAt).thenComparing(Run::id);

    record Run(String id, Instant startedAt, String suite) {}

    /**
     * @param words what the filter of words looks at
     */
    record RowSeen(RowParts parts, String words) {}

    MatrixDimensions {
        runs = Collections.unmodifiableNavigableMap(runs);
        rows = Collections.unmodifiableNavigableMap(rows);
        columns = Collections.unmodifiableNavigableMap(columns);
    }

    /** The number of the run that was added last; 0 where there is none. */
    static int lastRun(Handle handle) {
        return handle.createQuery("SELECT coalesce(max(number), 0) FROM matrix_runs")
                .mapTo(Integer.class)
                .one();
    }

    Run run(int number) {
        return Objects.requireNonNull(runs.get(number), "a cell's run");
    }

    RowSeen row(int id) {
        return Objects.requireNonNull(rows.get(id), "a cell's row");
    }

    ColumnParts column(int id) {
        return Objects.requireNonNull(columns.get(id), "a cell's column");
    }

    int lastRun() {
        return last(runs);
    }

    private static int last(NavigableMap<Integer, ?> numbered) {
        return numbered.isEmpty() ? 0 : numbered.lastKey();
    }

    /** An array with a place for each number. */
    static int capacity(NavigableMap<Integer, ?> numbered) {
        return last(numbered) + 1;
    }

    /** With what was added since. */
    MatrixDimensions extended(Handle handle) {
        return new MatrixDimensions(
                with(
                        runs,
                        handle,
                        """
                        SELECT m.number, m.run_id, epoch_ns(r.started_at) AS started, r.suite
                        FROM matrix_runs m JOIN runs r ON r.id = m.run_id WHERE m.number > :last
                        """,
                        row -> Map.entry(
                                row.integer("number"),
                                new Run(row.text("run_id"), row.instant("started"), row.text("suite")))),
                with(
                        rows,
                        handle,
                        "SELECT * FROM matrix_rows WHERE id > :last",
                        row -> Map.entry(row.integer("id"), new RowSeen(rowParts(row), row.text("words")))),
                with(
                        columns,
                        handle,
                        "SELECT * FROM matrix_columns WHERE id > :last",
                        row -> Map.entry(row.integer("id"), columnParts(row))));
    }

    private static <T> NavigableMap<Integer, T> with(
            NavigableMap<Integer, T> known, Handle handle, String sql, Row.Reader<Map.Entry<Integer, T>> reader) {
        NavigableMap<Integer, T> all = new TreeMap<>(known);
        handle.createQuery(sql)
                .bind("last", last(known))
                .map(Row.each(reader))
                .forEach(added -> all.put(added.getKey(), added.getValue()));
        return all;
    }

    private static RowParts rowParts(Row row) throws SQLException {
        return new RowParts(
                row.text("key"),
                row.text("model_name"),
                row.text("sha256"),
                row.text("case_name"),
                new TreeMap<>(row.map("settings", String.class)));
    }

    private static ColumnParts columnParts(Row row) throws SQLException {
        return new ColumnParts(
                row.text("machine"),
                row.text("key"),
                row.text("place"),
                row.optionalText("browser"),
                row.text("engine"),
                row.constant(Side.class, "side"),
                row.texts("chain"),
                row.optionalText("device_type").map(DeviceType::valueOf),
                row.optionalText("device"));
    }
}
