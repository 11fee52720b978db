package dev.bascule.reports.history;

import java.nio.file.Path;
import java.util.UUID;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;

/** A database without a file. */
final class DatabaseInMemory {
    private DatabaseInMemory() {}

    static Handle handle() {
        return Jdbi.create("jdbc:duckdb:").open();
    }

    static DuckDbHistory history() {
        return DuckDbHistory.of(
                handle(),
                Path.of(System.getProperty("java.io.tmpdir"), "memory-" + UUID.randomUUID())
                        .toString());
    }
}
