package dev.bascule.reports.history;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.duckdb.DuckDBConnection;
import org.jdbi.v3.core.Handle;

/** One appender for each table that is written to, made when first asked for. Belongs to one thread and transaction. */
final class Appenders implements AttemptDetails.Tables, AutoCloseable {
    private final DuckDBConnection connection;
    private final Map<String, TableAppender> tables = new LinkedHashMap<>();

    Appenders(Handle handle) throws SQLException {
        this.connection = handle.getConnection().unwrap(DuckDBConnection.class);
    }

    @Override
    public TableAppender of(String name) throws SQLException {
        TableAppender known = tables.get(name);
        if (known == null) {
            known = new TableAppender(connection, name);
            tables.put(name, known);
        }
        return known;
    }

    /** Hands every table's rows to the database; where one does not take them, the others' memory is let go of all the same. */
    @Override
    public void close() throws SQLException {
        SQLException refused = null;
        for (TableAppender table : tables.values()) {
            try {
                table.close();
            } catch (SQLException e) {
                refused = refused == null ? e : refused;
            }
        }
        if (refused != null) {
            throw refused;
        }
    }
}
