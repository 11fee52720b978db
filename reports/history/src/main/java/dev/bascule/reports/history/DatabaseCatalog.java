package dev.bascule.reports.history;

import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.jdbi.v3.core.Handle;

/** The names of what a connection's databases hold. Stateless. */
final class DatabaseCatalog {
    private DatabaseCatalog() {}

    /** The database that the connection was opened to. */
    static String own(Handle handle) {
        return handle.createQuery("SELECT current_database()")
                .mapTo(String.class)
                .one();
    }

    /** Tables alone: a view is none, whatever its name. */
    static Set<String> tables(Handle handle, String database) {
        return new TreeSet<>(handle.createQuery("SELECT table_name FROM duckdb_tables()"
                        + " WHERE database_name = :name AND schema_name = 'main' AND NOT temporary")
                .bind("name", database)
                .mapTo(String.class)
                .list());
    }

    /** In their order. */
    static List<String> columns(Handle handle, String database, String table) {
        return handle.createQuery("SELECT column_name FROM duckdb_columns()"
                        + " WHERE database_name = :name AND schema_name = 'main' AND table_name = :table"
                        + " ORDER BY column_index")
                .bind("name", database)
                .bind("table", table)
                .mapTo(String.class)
                .list();
    }
}
