package dev.bascule.reports.history;

import dev.bascule.reports.history.CellSummary.Reason;
import dev.bascule.reports.history.CellSummary.Relative;
import dev.bascule.reports.history.CellSummary.Time;
import dev.bascule.reports.history.PlacedCell.ColumnParts;
import dev.bascule.reports.history.PlacedCell.RowParts;
import dev.bascule.reports.scoring.Formula;
import java.sql.SQLException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jdbi.v3.core.Handle;

/**
 * Writes the cells that the matrix is shown from, beside the runs that they are made of and in the same transaction. Belongs
 * to one thread.
 */
final class CellTables {
    static final List<String> TABLES = List.of("cells", "matrix_rows", "matrix_columns", "matrix_runs");

    /** Changes with the formula of scores and with what a cell is made of; raise the number where code alone changes. */
    static final String RULE = ContentKey.of("cells 4", Formula.LINE, Formula.NOTES);

    private static final String NAME = "cells";

    private final AttemptDetails.Tables tables;
    private final Map<String, Integer> rows = new HashMap<>();
    private final Map<String, Integer> columns = new HashMap<>();
    private int nextRun;
    private int nextRow;
    private int nextColumn;

    CellTables(Handle handle, AttemptDetails.Tables tables) {
        this.tables = tables;
        numbers(handle, "SELECT key, id FROM matrix_rows", rows);
        numbers(handle, "SELECT machine || '|' || key, id FROM matrix_columns", columns);
        nextRun = next(handle, "number", "matrix_runs");
        nextRow = next(handle, "id", "matrix_rows");
        nextColumn = next(handle, "id", "matrix_columns");
    }

    /** Numbers are not used again while any greater one is. */
    private static int next(Handle handle, String column, String table) {
        return handle.createQuery("SELECT coalesce(max(%s), 0) + 1 FROM %s".formatted(column, table))
                .mapTo(Integer.class)
                .one();
    }

    private static void numbers(Handle handle, String sql, Map<String, Integer> into) {
        handle.createQuery(sql)
                .map((read, context) -> Map.entry(read.getString(1), read.getInt(2)))
                .forEach(known -> into.put(known.getKey(), known.getValue()));
    }

    /** Whether the file's cells are made as this build makes them. */
    static boolean areCurrent(Handle handle) {
        return handle.createQuery("SELECT rule FROM derived_tables WHERE name = :name")
                .bind("name", NAME)
                .mapTo(String.class)
                .findOne()
                .filter(RULE::equals)
                .isPresent();
    }

    /** Makes the cells of a file's every run again. */
    static void rebuild(Handle handle) throws SQLException {
        rebuild(handle, CellRebuild.AT_ONCE);
    }

    /** @param atOnce case runs that are read together, roughly */
    static void rebuild(Handle handle, int atOnce) throws SQLException {
        handle.useTransaction(inside -> {
            TABLES.forEach(table -> inside.execute("DELETE FROM " + table));
            inside.execute("DELETE FROM derived_tables WHERE name = ?", NAME);
            inside.execute("INSERT INTO derived_tables VALUES (?, ?)", NAME, RULE);
            try (Appenders appenders = new Appenders(inside)) {
                new CellRebuild(inside, new CellTables(inside, appenders), atOnce).all();
            }
        });
    }

    /**
     * @param runId what was written
     * @param cells of it
     * @param caseRunIds the numbers of its case runs, in their order
     */
    void write(String runId, List<PlacedCell> cells, List<Long> caseRunIds) throws SQLException {
        int number = nextRun++;
        tables.of("matrix_runs").row().add(number).add(runId).end();
        for (PlacedCell placed : cells) {
            int position = placed.cell().caseRun().position();
            write(placed, number, caseRunIds.get(position));
        }
    }

    private void write(PlacedCell placed, int run, long caseRunId) throws SQLException {
        CellSummary cell = placed.cell();
        TableAppender row = tables.of("cells")
                .row()
                .add(run)
                .add(caseRunId)
                .add(cell.caseRun().position())
                .add(row(placed.row()))
                .add(column(placed.column()))
                .add(cell.began())
                .add(cell.verdict())
                .add(cell.family().id())
                .add(cell.task());
        (cell.score().isPresent() ? row.add(cell.score().get().intValue()) : row.none())
                .real(cell.time().map(Time::medianMs))
                .real(cell.time().flatMap(Time::ci95).map(interval -> interval.low()))
                .real(cell.time().flatMap(Time::ci95).map(interval -> interval.high()));
        (cell.time().isPresent() ? row.add(cell.time().get().n()) : row.none())
                .real(cell.relative().map(Relative::ratio))
                .real(cell.relative().flatMap(Relative::ci95).map(interval -> interval.low()))
                .real(cell.relative().flatMap(Relative::ci95).map(interval -> interval.high()))
                .text(cell.relative().map(relative -> relative.basis().name()))
                .add(cell.proof())
                .flag(cell.software())
                .add(cell.requested())
                .text(cell.actual())
                .text(cell.reason().map(reason -> reason.code().name()))
                .text(cell.reason().map(Reason::message))
                .text(cell.noise())
                .add(cell.throttled())
                .real(cell.fromExact())
                .add(cell.merged())
                .end();
    }

    private int row(RowParts parts) throws SQLException {
        Integer known = rows.get(parts.key());
        if (known != null) {
            return known;
        }
        int id = nextRow++;
        rows.put(parts.key(), id);
        tables.of("matrix_rows")
                .row()
                .add(id)
                .add(parts.key())
                .add(parts.model())
                .add(parts.sha256())
                .add(parts.caseName())
                .add(parts.settings())
                .add(parts.words())
                .end();
        return id;
    }

    private int column(ColumnParts parts) throws SQLException {
        String key = parts.machine() + "|" + parts.key();
        Integer known = columns.get(key);
        if (known != null) {
            return known;
        }
        int id = nextColumn++;
        columns.put(key, id);
        tables.of("matrix_columns")
                .row()
                .add(id)
                .add(parts.machine())
                .add(parts.key())
                .add(parts.where())
                .text(parts.browser())
                .add(parts.engine())
                .add(parts.side())
                .add(parts.chain())
                .text(parts.deviceType().map(Enum::name))
                .text(parts.device())
                .end();
        return id;
    }
}
