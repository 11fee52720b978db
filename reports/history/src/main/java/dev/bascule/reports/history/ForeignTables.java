package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.IntStream;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;

/**
 * Copies what was measured out of another history's file: the known columns of known tables, into a file that this build made.
 * Views, functions and whatever else that file brings stay where they are, and so do its cells, which are made anew.
 */
final class ForeignTables {
    private static final String SOURCE = "the_source";
    private static final String MIGRATIONS = "schema_migrations";

    private final Handle handle;
    private final Path from;

    private ForeignTables(Handle handle, Path from) {
        this.handle = handle;
        this.from = from;
    }

    /** By the database, which sees what is only in its log, and says when another process holds the file. */
    static void copy(Path from, Path to) throws IOException {
        // Its log lies beside the file itself, whatever link leads there.
        Path real = StoreLock.real(from);
        try (Handle handle = DuckDbFile.open(to, AllowedPaths.database(real).bounded())) {
            handle.execute("ATTACH '%s' AS %s (READ_ONLY)".formatted(HistoryCopy.quoted(real), SOURCE));
            new ForeignTables(handle, from).copy();
        } catch (JdbiException e) {
            throw DuckDbFile.broken(from.toString(), e);
        }
    }

    private void copy() {
        Set<String> theirs = tables(SOURCE);
        if (!theirs.contains(MIGRATIONS)) {
            throw refused("it is a database, but no history");
        }
        Migrations.migrate(
                handle,
                from.toString(),
                Migrations.ALL.subList(0, version()),
                new OpeningWork(handle, OpeningWork.UNHEARD));
        Set<String> ours = tables(own());
        for (String table : HistoryTables.measured()) {
            // One that came with a later step is not there yet.
            if (ours.contains(table)) {
                if (!theirs.contains(table)) {
                    throw refused("it has no table '%s'".formatted(table));
                }
                copy(table);
            }
        }
    }

    private void copy(String table) {
        List<String> columns = columns(own(), table);
        List<String> theirs = columns(SOURCE, table);
        Optional<String> missing =
                columns.stream().filter(column -> !theirs.contains(column)).findFirst();
        if (missing.isPresent()) {
            throw refused("its table '%s' has no column '%s'".formatted(table, missing.get()));
        }
        String named =
                String.join(", ", columns.stream().map("\"%s\""::formatted).toList());
        handle.execute("INSERT INTO %s (%s) SELECT %s FROM %s.main.%s".formatted(table, named, named, SOURCE, table));
    }

    /** By the steps that the file says it took, which are this build's. */
    private int version() {
        List<Integer> taken = Migrations.taken(handle, SOURCE + ".main." + MIGRATIONS, from.toString(), Migrations.ALL);
        if (taken.isEmpty()
                || !taken.equals(IntStream.rangeClosed(1, taken.size()).boxed().toList())) {
            throw refused("the steps that made its tables are not all there");
        }
        return taken.size();
    }

    private String own() {
        return handle.createQuery("SELECT current_database()")
                .mapTo(String.class)
                .one();
    }

    /** Tables alone: a view is none, whatever its name. */
    private Set<String> tables(String database) {
        return new TreeSet<>(handle.createQuery("SELECT table_name FROM duckdb_tables()"
                        + " WHERE database_name = :name AND schema_name = 'main' AND NOT temporary")
                .bind("name", database)
                .mapTo(String.class)
                .list());
    }

    private List<String> columns(String database, String table) {
        return handle.createQuery("SELECT column_name FROM duckdb_columns()"
                        + " WHERE database_name = :name AND schema_name = 'main' AND table_name = :table"
                        + " ORDER BY column_index")
                .bind("name", database)
                .bind("table", table)
                .mapTo(String.class)
                .list();
    }

    private BasculeException refused(String why) {
        return damaged(from, why);
    }

    static BasculeException damaged(Path source, String why) {
        return new BasculeException(ErrorCode.SOURCE_INVALID, "%s cannot be imported: %s".formatted(source, why));
    }
}
