package dev.bascule.reports.history;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.JdbiException;

/**
 * Copies what was measured out of another history's file: the known columns of known tables, into a file that this build made.
 * Views, functions and whatever else that file brings stay where they are, and so do its cells, which are made anew.
 */
final class ForeignTables {
    private static final String SOURCE = "the_source";

    private final Handle handle;
    private final String own;
    private final Path from;

    private ForeignTables(Handle handle, Path from) {
        this.handle = handle;
        this.own = DatabaseCatalog.own(handle);
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
        Set<String> theirs = DatabaseCatalog.tables(handle, SOURCE);
        if (!theirs.contains(Migrations.TABLE)) {
            throw refused("it is a database, but no history");
        }
        int version = Migrations.taken(handle, SOURCE, from.toString(), Migrations.ALL);
        Migrations.migrate(handle, from.toString(), Migrations.ALL.subList(0, version));
        Set<String> ours = DatabaseCatalog.tables(handle, own);
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
        List<String> columns = DatabaseCatalog.columns(handle, own, table);
        List<String> theirs = DatabaseCatalog.columns(handle, SOURCE, table);
        Optional<String> missing =
                columns.stream().filter(column -> !theirs.contains(column)).findFirst();
        if (missing.isPresent()) {
            throw refused("its table '%s' has no column '%s'".formatted(table, missing.get()));
        }
        String named =
                String.join(", ", columns.stream().map("\"%s\""::formatted).toList());
        handle.execute("INSERT INTO %s (%s) SELECT %s FROM %s.main.%s".formatted(table, named, named, SOURCE, table));
    }

    private BasculeException refused(String why) {
        return damaged(from, why);
    }

    static BasculeException damaged(Path source, String why) {
        return new BasculeException(ErrorCode.SOURCE_INVALID, "%s cannot be imported: %s".formatted(source, why));
    }
}
