package dev.bascule.reports.history;

import dev.bascule.reports.format.Figures;
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

    void makingCells() {
        if (rows("case_runs") >= MANY) {
            listener.accept("history: making the cells of the matrix of %s anew (once, after an update) …"
                    .formatted(Figures.counted(rows("runs"), "run")));
        }
    }

    private long rows(String table) {
        return handle.createQuery("SELECT estimated_size FROM duckdb_tables() WHERE table_name = :table"
                        + " AND database_name = current_database()")
                .bind("table", table)
                .mapTo(Long.class)
                .one();
    }
}
