package dev.bascule.reports.history;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** Databases without a file. Thread-safe. */
public final class DatabaseInMemory {
    /** What a history's file says of itself, and not of runs. */
    private static final Set<String> OF_THE_FILE = Set.of(Migrations.TABLE, "derived_tables");

    private static final List<Kept> KEPT = new ArrayList<>();

    private DatabaseInMemory() {}

    /** With nothing in it. */
    static Handle handle() {
        return Jdbi.create("jdbc:duckdb:").open();
    }

    /** An empty one. Its tables are made once for all that are not open at the same time: making them takes longer than most tests. */
    public static synchronized DuckDbHistory history() {
        Kept kept = KEPT.stream().filter(Kept::isFree).findFirst().orElseGet(() -> {
            Kept made = new Kept("kept" + KEPT.size());
            KEPT.add(made);
            return made;
        });
        return kept.lend();
    }

    /** A database that lives as long as this JVM, for one history at a time. */
    private static final class Kept {
        private final String address;
        private final Handle keeper;
        private Optional<Handle> lent = Optional.empty();

        Kept(String name) {
            this.address = "jdbc:duckdb::memory:" + name;
            this.keeper = Jdbi.create(address).open();
        }

        boolean isFree() {
            return lent.map(Handle::isClosed).orElse(true);
        }

        DuckDbHistory lend() {
            empty(keeper);
            Handle handle = Jdbi.create(address).open();
            lent = Optional.of(handle);
            return DuckDbHistory.of(
                    handle,
                    Path.of(System.getProperty("java.io.tmpdir"), "memory-" + UUID.randomUUID())
                            .toString());
        }
    }

    /** Takes every run and whatever else was kept out of a history; its tables stay. */
    static void empty(Handle handle) {
        Set<String> tables = new TreeSet<>(DatabaseCatalog.tables(handle, DatabaseCatalog.own(handle)));
        tables.removeAll(OF_THE_FILE);
        handle.useTransaction(inside -> tables.forEach(table -> inside.execute("DELETE FROM \"%s\"".formatted(table))));
    }
}
