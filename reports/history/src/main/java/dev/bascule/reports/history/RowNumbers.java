package dev.bascule.reports.history;

import java.util.Collection;
import java.util.Collections;
import java.util.HashSet;
import java.util.Optional;
import java.util.stream.Collectors;

/**
 * Rows by their numbers. What was written together has numbers that follow each other, and is told by the least and the greatest
 * alone; a database that knows those of each of its blocks leaves the others unread.
 *
 * @param low the least
 * @param high the greatest
 * @param listed all of them, where they do not follow each other
 */
record RowNumbers(long low, long high, Optional<String> listed) {

    /** @param ids at least one */
    static RowNumbers of(Collection<Long> ids) {
        long low = Collections.min(ids);
        long high = Collections.max(ids);
        boolean follow = new HashSet<>(ids).size() == high - low + 1;
        return new RowNumbers(
                low,
                high,
                follow
                        ? Optional.empty()
                        : Optional.of(ids.stream().map(String::valueOf).collect(Collectors.joining(","))));
    }

    /** All from one to another. */
    static RowNumbers between(long low, long high) {
        return new RowNumbers(low, high, Optional.empty());
    }

    /** In SQL, that a column has one of them. */
    String in(String column) {
        return column + " BETWEEN " + low + " AND " + high
                + listed.map(list -> " AND " + column + " IN (" + list + ")").orElse("");
    }
}
