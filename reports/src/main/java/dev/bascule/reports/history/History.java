package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.RunRecord;
import dev.bascule.reports.matrix.Sighting;
import java.util.List;
import java.util.Optional;

/**
 * Every run, kept for good: one of the two seams of the design. What is read back equals what was appended, raw samples
 * bit for bit. Implementations are thread-safe and take one call at a time.
 *
 * <p>Methods throw {@link dev.bascule.fallback.error.BasculeException} where the store cannot be read or written.
 */
public interface History extends AutoCloseable {

    /** Adds a run, all of it or nothing. A run id that is already there is misuse: {@link IllegalArgumentException}. */
    void append(RunRecord run);

    /** Headings of the runs that pass, newest first. */
    List<RunHeading> runs(RunFilter filter);

    /** The run of this id, or the only one whose id begins so. */
    Optional<RunRecord> find(String idOrPrefix);

    /** The newest run that passes. */
    default Optional<RunRecord> latest(RunFilter filter) {
        return runs(filter.limitedTo(1)).stream().findFirst().flatMap(heading -> find(heading.id()));
    }

    /**
     * For each cell of the matrix (machine, row and column as {@link dev.bascule.reports.matrix.CellKey} says) the case runs
     * of the newest run that has any: mostly one. A skipped case run hides no measured one, and one that never began for
     * want of a backend hides none that did.
     */
    List<Sighting> latestCells(RunFilter filter);

    /**
     * Answers one SQL statement over the history's tables; it cannot change them.
     *
     * @throws dev.bascule.fallback.error.BasculeException USAGE_ERROR with the database's own words for bad SQL
     */
    QueryResult query(String sql);

    @Override
    void close();
}
