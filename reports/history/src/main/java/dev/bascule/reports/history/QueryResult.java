package dev.bascule.reports.history;

import java.util.List;
import java.util.Optional;

/**
 * What a query answered.
 *
 * @param columns their names, in order
 * @param rows values in the order of the columns; SQL's NULL is empty. A value is a {@link Boolean}, {@link Number}, {@link
 *     String}, {@link java.util.List} or {@link java.util.Map} of such, where an inner NULL is an empty Optional too; times are text in ISO 8601
 */
public record QueryResult(List<String> columns, List<List<Optional<Object>>> rows) {

    public QueryResult {
        columns = List.copyOf(columns);
        rows = rows.stream().map(List::copyOf).toList();
    }
}
