package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.reports.history.MatrixDimensions.RowSeen;
import dev.bascule.reports.history.MatrixQuery.Cases;
import dev.bascule.reports.history.PlacedCell.ColumnParts;
import java.util.List;
import java.util.Set;

/**
 * A query's filters of cells: each gives a bit for what does not pass it, so that a cell's bits are those of its row, its column,
 * its family and its verdict together. Immutable.
 *
 * @param query whose filters
 * @param words of its text
 */
record CellFilter(MatrixQuery query, List<String> words) {
    static final int MODEL = 1;
    static final int FAMILY = 2;
    static final int TEXT = 4;
    static final int BROWSER = 8;
    static final int BACKEND = 16;
    static final int ENGINE = 32;
    static final int MACHINE = 64;
    static final int VERDICT = 128;
    static final int CASES = 256;

    /** Filters that choose columns. */
    static final int OF_COLUMNS = BROWSER | BACKEND | ENGINE | MACHINE;

    /** More than any filters together. */
    static final int BITS = 512;

    static CellFilter of(MatrixQuery query) {
        return new CellFilter(query, query.rows().words());
    }

    int missed(RowSeen row) {
        return missed(MODEL, query.rows().models(), row.parts().model())
                | (words.stream().allMatch(row.words()::contains) ? 0 : TEXT);
    }

    int missed(ColumnParts column) {
        boolean browser = query.columns().browsers().isEmpty()
                || query.columns().browsers().contains(column.where())
                || query.columns().browsers().contains(column.browserOrWhere());
        return (browser ? 0 : BROWSER)
                | missed(BACKEND, query.columns().backends(), column.chain().get(0))
                | missed(ENGINE, query.columns().engines(), column.engine())
                | missed(MACHINE, query.columns().machines(), column.machine());
    }

    int missed(Family family) {
        return missed(FAMILY, query.rows().families(), family);
    }

    int missed(Verdict verdict) {
        return missed(VERDICT, query.verdicts(), verdict);
    }

    int missed(Cases cases) {
        return missed(CASES, query.rows().cases(), cases);
    }

    private static <T> int missed(int bit, Set<T> wanted, T value) {
        return wanted.isEmpty() || wanted.contains(value) ? 0 : bit;
    }
}
