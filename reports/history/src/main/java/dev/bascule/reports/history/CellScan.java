package dev.bascule.reports.history;

import dev.bascule.reports.history.PlacedCell.RowParts;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Which rows, columns and cells of an index a query shows: passes over the index, none over the file. Immutable once made.
 */
final class CellScan {
    private final CellIndex index;
    private final MatrixDimensions dimensions;

    /** By a row's or a column's number: the bits of the filters that it does not pass. */
    private final int[] rowMisses;

    private final int[] columnMisses;
    private final boolean[] shownRows;
    private final boolean[] shownColumns;
    private final byte[] softwareColumns;

    /** By a row's number, over its shown cells. */
    private final long[] lastStarted;

    private final long[] scores;
    private final int[] scored;
    private final int[] worst;
    private final MatrixPage.Facets facets;
    private final int rowsLeftOut;
    private int cells;
    private int matching;

    CellScan(CellFilter filter, CellIndexes.Indexed indexed) {
        index = indexed.index();
        dimensions = indexed.dimensions();
        rowMisses = new int[MatrixDimensions.capacity(dimensions.rows())];
        dimensions.rows().forEach((id, row) -> rowMisses[id] = filter.missed(row));
        columnMisses = new int[MatrixDimensions.capacity(dimensions.columns())];
        dimensions.columns().forEach((id, column) -> columnMisses[id] = filter.missed(column));
        BitSet leftOut = new BitSet();
        boolean[] chosenRows = new boolean[rowMisses.length];
        FacetCounts counts = new FacetCounts(filter, dimensions);
        for (int at = 0; at < index.size(); at++) {
            int missed = rowMisses[index.row(at)]
                    | columnMisses[index.column(at)]
                    | filter.missed(index.family(at))
                    | filter.missed(index.verdict(at))
                    | filter.missed(index.cases(at));
            counts.count(index, at, missed);
            if (missed == 0) {
                chosenRows[index.row(at)] = true;
                matching++;
            } else if (missed == CellFilter.CASES) {
                leftOut.set(index.row(at));
            }
        }
        facets = counts.facets();
        rowsLeftOut = (int) leftOut.stream().filter(row -> !chosenRows[row]).count();
        shownRows = chosenRows;
        shownColumns = new boolean[columnMisses.length];
        softwareColumns = new byte[columnMisses.length];
        Arrays.fill(softwareColumns, CellIndex.SAID_NOTHING);
        lastStarted = new long[rowMisses.length];
        Arrays.fill(lastStarted, Long.MIN_VALUE);
        scores = new long[rowMisses.length];
        scored = new int[rowMisses.length];
        worst = new int[rowMisses.length];
        long[] started = new long[MatrixDimensions.capacity(dimensions.runs())];
        dimensions.runs().forEach((number, run) -> started[number] = Row.nanos(run.startedAt()));
        for (int at = 0; at < index.size(); at++) {
            if (shows(at)) {
                show(at, started[index.run(at)]);
            }
        }
    }

    @SuppressWarnings("EnumOrdinal") // Worst wins by the order of the constants, as Verdict says.
    private void show(int at, long started) {
        int row = index.row(at);
        int column = index.column(at);
        cells++;
        shownColumns[column] = true;
        softwareColumns[column] = (byte) Math.max(softwareColumns[column], index.software(at));
        lastStarted[row] = Math.max(lastStarted[row], started);
        worst[row] = Math.max(worst[row], index.verdict(at).ordinal());
        if (index.hasScore(at)) {
            scores[row] += index.score(at);
            scored[row]++;
        }
    }

    /** Whether this cell of the index is in a chosen row and a chosen column. */
    boolean shows(int at) {
        return shownRows[index.row(at)] && (columnMisses[index.column(at)] & CellFilter.OF_COLUMNS) == 0;
    }

    /** Numbers of the shown rows, in this order. */
    List<Integer> rows(MatrixQuery.Sort sort) {
        Comparator<Integer> order = switch (sort) {
            case MODEL -> Comparator.comparing(id -> row(id).model());
            case NEWEST -> Comparator.comparing((Integer id) -> lastStarted[id]).reversed();
            case WORST -> Comparator.comparing((Integer id) -> worst[id]).reversed();
            case SCORE ->
                Comparator.comparing(id -> scored[id] == 0 ? Double.MAX_VALUE : scores[id] / (double) scored[id]);
        };
        return numbers(shownRows).stream()
                .sorted(order.thenComparing(id -> row(id).key()))
                .toList();
    }

    private RowParts row(int id) {
        return dimensions.row(id).parts();
    }

    /** Numbers of the shown columns, in no order that means anything. */
    List<Integer> columns() {
        return numbers(shownColumns);
    }

    /** Whether any shown cell of this column ran on a software adapter; empty where nobody said of any. */
    Optional<Boolean> softwareColumn(int id) {
        return CellIndex.software(softwareColumns[id]);
    }

    private static List<Integer> numbers(boolean[] flagged) {
        return IntStream.range(0, flagged.length)
                .filter(id -> flagged[id])
                .boxed()
                .toList();
    }

    MatrixPage.Totals totals() {
        return new MatrixPage.Totals(numbers(shownRows).size(), columns().size(), cells, matching, rowsLeftOut);
    }

    MatrixPage.Facets facets() {
        return facets;
    }
}
