package dev.bascule.reports.history;

import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.locks.ReentrantLock;
import org.jdbi.v3.core.Handle;

/**
 * For each file the lock that is held by whoever writes to it in this process, through whichever history it has open: two that
 * bring its tables up to date at once would be in each other's way, and two that append would give out the same numbers.
 * Thread-safe.
 */
final class WriteLocks {
    private static final Map<String, ReentrantLock> BY_FILE = new ConcurrentHashMap<>();

    private WriteLocks() {}

    /** Of the file that this connection is open to; one of its own for a database without a file. */
    static ReentrantLock of(Handle handle) {
        Optional<String> file = handle.createQuery(
                        "SELECT path FROM duckdb_databases() WHERE database_name = current_database() AND path IS NOT NULL")
                .mapTo(String.class)
                .findOne();
        return file.isEmpty() ? new ReentrantLock() : BY_FILE.computeIfAbsent(file.get(), path -> new ReentrantLock());
    }
}
