package dev.bascule.reports.history;

import java.sql.SQLException;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.duckdb.DuckDBConnection;
import org.jdbi.v3.core.Handle;
import org.jdbi.v3.core.Jdbi;
import org.jdbi.v3.core.JdbiException;

/**
 * The connections to one open database. One writes, for one thread at a time; each answer is read through a connection of its
 * own, in a transaction that shows one state of the file, beside a write and beside other answers. Thread-safe.
 */
final class HistoryConnections implements AutoCloseable {
    /** Answers at one time. The database's own threads serve them all, so that more would only wait there. */
    private static final int READERS = 8;

    private final Handle writer;

    /** Does nothing but be duplicated: a copy takes over whether a transaction is under way. */
    private final DuckDBConnection untouched;

    private final Jdbi readers;
    private final String file;
    private final ReentrantLock writing;
    private final Semaphore reading = new Semaphore(READERS, true);
    private volatile boolean closed;

    /** Something done with a connection. */
    @FunctionalInterface
    interface Work<T> {
        T with(Handle handle) throws SQLException;
    }

    /** Something done with a connection that gives nothing back. */
    @FunctionalInterface
    interface Task {
        void with(Handle handle) throws SQLException;
    }

    /**
     * @param writer an open connection, which is closed in the end
     * @param file for messages
     * @param writing held by whoever writes
     */
    HistoryConnections(Handle writer, String file, ReentrantLock writing) throws SQLException {
        this.writer = writer;
        this.file = file;
        this.writing = writing;
        this.untouched = writer.getConnection().unwrap(DuckDBConnection.class).duplicate();
        this.readers = Jdbi.create(untouched::duplicate);
    }

    /** After whatever is being written; the same thread may write within. */
    <T> T write(Work<T> work) {
        writing.lock();
        try {
            refuseClosed();
            return work.with(writer);
        } catch (SQLException | JdbiException e) {
            throw DuckDbFile.broken(file, e);
        } finally {
            writing.unlock();
        }
    }

    void writing(Task task) {
        write(handle -> {
            task.with(handle);
            return true;
        });
    }

    /** Sees what was committed when it began, and nothing of what comes after. Not to be called within another answer. */
    <T> T read(Work<T> work) {
        return lend(handle -> {
            handle.execute("BEGIN TRANSACTION READ ONLY");
            try {
                return work.with(handle);
            } finally {
                handle.execute("ROLLBACK");
            }
        });
    }

    /** A connection to read through that has begun no transaction. */
    <T> T lend(Work<T> work) {
        reading.acquireUninterruptibly();
        try {
            refuseClosed();
            try (Handle handle = readers.open()) {
                return work.with(handle);
            }
        } catch (SQLException | JdbiException e) {
            throw DuckDbFile.broken(file, e);
        } finally {
            reading.release();
        }
    }

    private void refuseClosed() {
        if (closed) {
            throw new IllegalStateException("the history is closed");
        }
    }

    /** Waits for what is being written and answered. */
    @Override
    public void close() {
        writing.lock();
        reading.acquireUninterruptibly(READERS);
        try {
            closed = true;
            untouched.close();
            writer.close();
        } catch (SQLException e) {
            throw DuckDbFile.broken(file, e);
        } finally {
            reading.release(READERS);
            writing.unlock();
        }
    }
}
