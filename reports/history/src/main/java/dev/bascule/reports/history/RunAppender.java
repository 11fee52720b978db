package dev.bascule.reports.history;

import dev.bascule.fallback.run.RunRecord;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Set;
import org.jdbi.v3.core.Handle;

/**
 * Adds runs, in groups of one transaction each. Belongs to one thread.
 *
 * @param handle the open history
 */
record RunAppender(Handle handle) {
    /** Case runs that are appended in one transaction, roughly. */
    private static final int GROUP = 200_000;

    /** All of it or nothing. */
    void append(RunRecord run) throws SQLException {
        if (known().contains(run.id())) {
            throw known(run.id());
        }
        PreparedRuns.Prepared prepared = PreparedRuns.Prepared.of(run);
        handle.useTransaction(inside -> {
            try (RunWriter writer = new RunWriter(inside)) {
                writer.write(prepared);
            }
        });
    }

    /** Each group all or nothing. */
    int appendAll(Iterable<RunRecord> runs) throws SQLException {
        Set<String> known = known();
        int added = 0;
        try (PreparedRuns left = new PreparedRuns(runs.iterator())) {
            while (left.hasNext()) {
                added += handle.inTransaction(inside -> appendGroup(inside, left, known));
            }
        }
        return added;
    }

    private Set<String> known() {
        return new HashSet<>(
                handle.createQuery("SELECT id FROM runs").mapTo(String.class).list());
    }

    private static IllegalArgumentException known(String id) {
        return new IllegalArgumentException("the history already has a run " + id);
    }

    private static int appendGroup(Handle handle, PreparedRuns left, Set<String> known) throws SQLException {
        int runs = 0;
        int cells = 0;
        try (RunWriter writer = new RunWriter(handle)) {
            while (left.hasNext() && cells < GROUP) {
                PreparedRuns.Prepared run = left.next();
                if (!known.add(run.run().id())) {
                    throw known(run.run().id());
                }
                writer.write(run);
                runs++;
                cells += run.run().runs().size();
            }
        }
        return runs;
    }
}
