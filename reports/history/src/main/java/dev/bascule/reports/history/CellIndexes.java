package dev.bascule.reports.history;

import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jdbi.v3.core.Handle;

/**
 * Keeps the indexes of the choices asked for last, and brings them up to date when runs were added. An answer is given an index
 * of the very state that its transaction shows. Thread-safe.
 */
final class CellIndexes {
    private static final int KEPT = 6;

    private final Map<RunScope, Indexed> kept = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<RunScope, Indexed> eldest) {
            return size() > KEPT;
        }
    };

    /** Counts twice for each change that is more than new runs: odd while it is being made. */
    private int changes;

    /** An index with what its numbers stand for. */
    record Indexed(MatrixDimensions dimensions, CellIndex index) {}

    /** Something that changes what is in the file. */
    @FunctionalInterface
    interface Change {
        void make() throws SQLException;
    }

    /** For a change that takes cells away or makes them anew: what was read before is worth nothing after it. */
    void changing(Change change) throws SQLException {
        count();
        try {
            change.make();
        } finally {
            count();
        }
    }

    private synchronized void count() {
        changes++;
        kept.clear();
    }

    private synchronized int changes() {
        return changes;
    }

    /** The first thing to be asked in a transaction, whose state is fixed by it. */
    Indexed of(Handle handle, RunScope choice) throws SQLException {
        int before = changes();
        int lastRun = MatrixDimensions.lastRun(handle);
        Known known = known(choice, lastRun, before);
        MatrixDimensions dimensions = known.dimensions().lastRun() == lastRun
                ? known.dimensions()
                : known.dimensions().extended(handle);
        if (known.index().isEmpty()) {
            return keep(choice, new Indexed(dimensions, CellIndex.of(handle, dimensions, choice)), before);
        }
        Indexed indexed = known.index().get();
        return indexed.dimensions().lastRun() == lastRun
                ? indexed
                : keep(choice, new Indexed(dimensions, indexed.index().extended(handle, dimensions, choice)), before);
    }

    private record Known(MatrixDimensions dimensions, Optional<Indexed> index) {}

    /**
     * What is known of a state in which this run was the last, or of an earlier one.
     *
     * @param before the count of changes before the state was fixed: where it is another now, or a change is under way, nobody
     *     knows on which side of the change that state is
     */
    private synchronized Known known(RunScope choice, int lastRun, int before) {
        MatrixDimensions latest = MatrixDimensions.NONE;
        if (before % 2 == 1 || changes != before) {
            return new Known(latest, Optional.empty());
        }
        for (Indexed one : kept.values()) {
            int last = one.dimensions().lastRun();
            latest = last <= lastRun && last > latest.lastRun() ? one.dimensions() : latest;
        }
        return new Known(
                latest,
                Optional.ofNullable(kept.get(choice))
                        .filter(one -> one.dimensions().lastRun() <= lastRun));
    }

    private synchronized Indexed keep(RunScope choice, Indexed made, int before) {
        Indexed known = kept.get(choice);
        boolean later = known == null
                || known.dimensions().lastRun() < made.dimensions().lastRun();
        if (later && before % 2 == 0 && changes == before) {
            kept.put(choice, made);
        }
        return made;
    }
}
