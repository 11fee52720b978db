package dev.bascule.reports.history;

import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
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

    /**
     * In their order, by the name of their table or view. All at once: the database makes its whole list for each question.
     *
     * @param tables which are asked about, at least one; of another program's file there may be any number
     */
    static Map<String, List<String>> columns(Handle handle, String database, Collection<String> tables) {
        Map<String, List<String>> columns = new HashMap<>();
        handle.createQuery("SELECT table_name, column_name FROM duckdb_columns()"
                        + " WHERE database_name = :name AND schema_name = 'main' AND table_name IN (<tables>)"
                        + " ORDER BY table_name, column_index")
                .bind("name", database)
                .bindList("tables", List.copyOf(tables))
                .map((rows, context) -> Map.entry(rows.getString(1), rows.getString(2)))
                .forEach(column -> columns.computeIfAbsent(column.getKey(), table -> new ArrayList<>())
                        .add(column.getValue()));
        return columns;
    }
}
