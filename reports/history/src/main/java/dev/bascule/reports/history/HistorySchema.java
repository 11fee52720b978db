package dev.bascule.reports.history;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jdbi.v3.core.Handle;

/**
 * What a history's file is made of besides rows: its tables with their columns, its views, and functions of its own. A file may
 * bring other views under our names, or a function that hides one of the database's own, such as {@code len} or {@code +}. So
 * the catalogue is asked by its full name and by comparisons alone, which a file cannot hide. Stateless.
 */
final class HistorySchema {
    private static final String HERE = "database_name = system.main.current_database() AND schema_name = 'main'";

    private static final String COLUMNS = "SELECT table_name, column_name, data_type, column_default"
            + " FROM system.main.duckdb_columns() WHERE " + HERE
            + " AND table_name IN (SELECT table_name FROM system.main.duckdb_tables() WHERE " + HERE + ")";

    private static final String VIEWS =
            "SELECT view_name, sql FROM system.main.duckdb_views() WHERE NOT internal AND " + HERE;

    /** The catalogue of functions is long, and mostly there are none of a file's own. */
    private static final String OWN =
            "SELECT function_name FROM system.main.duckdb_functions() WHERE NOT internal LIMIT 1";

    private static final String HIDING = """
            SELECT DISTINCT function_name FROM system.main.duckdb_functions()
            WHERE NOT internal AND function_name IN
                (SELECT function_name FROM system.main.duckdb_functions() WHERE internal)
            ORDER BY 1""";

    private static final Pattern LAMBDA = Pattern.compile("\\blambda (\\w+):");
    private static final Pattern EXCLUDED = Pattern.compile("EXCLUDE \\(([^)]*)\\)");

    /** Made once, by the steps of this build. */
    private static final class Ours {
        static final Map<String, String> OBJECTS = made();

        private static Map<String, String> made() {
            try (Handle handle = DuckDbFile.inMemory()) {
                Migrations.migrate(handle, "memory");
                return objects(handle);
            }
        }
    }

    private HistorySchema() {}

    /** Functions that come before the database's own of their name: what the file is asked, they answer. */
    static List<String> hiding(Handle handle) {
        if (handle.createQuery(OWN).mapTo(String.class).findFirst().isEmpty()) {
            return List.of();
        }
        return handle.createQuery(HIDING).mapTo(String.class).list().stream()
                .map(name -> "function %s hides the database's own; nothing else was looked at".formatted(name))
                .toList();
    }

    /** Tables and views that are not as the steps of this build make them; what a file has besides is its owner's. */
    static List<String> foreign(Handle handle) {
        Map<String, String> here = objects(handle);
        List<String> found = new ArrayList<>();
        Ours.OBJECTS.forEach((name, made) -> {
            if (!here.containsKey(name)) {
                found.add(name + " is not there");
            } else if (!made.equals(here.get(name))) {
                found.add(name + " is not as this build makes it");
            }
        });
        return found;
    }

    /** By kind and name. */
    private static Map<String, String> objects(Handle handle) {
        Map<String, TreeMap<String, String>> columns = new TreeMap<>();
        handle.createQuery(COLUMNS)
                .map((rows, context) ->
                        List.of(rows.getString(1), rows.getString(2), rows.getString(3) + " " + rows.getString(4)))
                .forEach(column -> columns.computeIfAbsent("table " + column.get(0), table -> new TreeMap<>())
                        .put(column.get(1), column.get(2)));
        Map<String, String> objects = new TreeMap<>();
        columns.forEach((table, those) -> objects.put(table, those.toString()));
        handle.createQuery(VIEWS)
                .map((rows, context) -> Map.entry(rows.getString(1), rows.getString(2)))
                .forEach(view -> objects.put("view " + view.getKey(), plain(view.getValue())));
        return objects;
    }

    /** The database writes a view down in other words once it was read from a file: lambdas, and what is left out in any order. */
    private static String plain(String view) {
        String words = LAMBDA.matcher(view.replaceAll("\\s+", " ")).replaceAll("$1 ->");
        return EXCLUDED.matcher(words)
                .replaceAll(found -> "EXCLUDE ("
                        + Stream.of(found.group(1).split(",", -1))
                                .map(String::strip)
                                .sorted()
                                .collect(Collectors.joining(", "))
                        + ")");
    }
}
