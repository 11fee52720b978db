package dev.bascule.reports.history;

import dev.bascule.reports.format.Figures;
import java.util.List;
import java.util.function.Consumer;
import org.jdbi.v3.core.Handle;

/**
 * Tells what makes opening a history take long. Small ones are opened in no time and in silence.
 *
 * @param handle the history being opened
 * @param listener is told in a sentence, before the work begins
 */
record OpeningWork(Handle handle, Consumer<String> listener) {
    static final Consumer<String> UNHEARD = sentence -> {};

    /** Case runs that take a second or so. */
    static final long MANY = 20_000;

    void migrating(int from, int to) {
        tell("bringing the tables of %s from version %d to %d (once, after an update)", from, to);
    }

    void makingCells() {
        tell("making the cells of the matrix of %s anew (once, after an update)");
    }

    private void tell(String sentence, Object... more) {
        if (rows("case_runs") >= MANY) {
            Object[] values = new Object[more.length + 1];
            values[0] = Figures.counted(rows("runs"), "run");
            System.arraycopy(more, 0, values, 1, more.length);
            listener.accept("history: " + sentence.formatted(values) + " …");
        }
    }

    /** Of a table that a file in the making may not have yet. */
    private long rows(String table) {
        List<Long> found = handle.createQuery("SELECT estimated_size FROM duckdb_tables() WHERE table_name = :table"
                        + " AND database_name = current_database()")
                .bind("table", table)
                .mapTo(Long.class)
                .list();
        return found.isEmpty() ? 0 : found.get(0);
    }
}
