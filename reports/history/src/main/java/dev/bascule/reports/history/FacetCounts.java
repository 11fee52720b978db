package dev.bascule.reports.history;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.reports.history.MatrixPage.Facet;
import dev.bascule.reports.history.PlacedCell.ColumnParts;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Function;

/**
 * Counts what filters can choose from. A cell counts for a filter's facet if it passes every other filter: so one that misses
 * none counts for all, and one that misses a single filter for that one's. Belongs to one thread.
 */
@SuppressWarnings("EnumOrdinal") // Counts by the hundred thousand, and keeps no ordinal.
final class FacetCounts {
    private final MatrixQuery query;
    private final MatrixDimensions dimensions;

    /** Of cells that miss no filter, by number. */
    private final int[] ofRow;

    private final int[] ofColumn;

    /** Of cells that miss this filter alone, by number. */
    private final int[] model;

    private final int[] browser;
    private final int[] backend;
    private final int[] engine;
    private final int[] machine;

    /** Of both, by ordinal. */
    private final int[] families = new int[Family.values().length];

    private final int[] verdicts = new int[Verdict.values().length];

    FacetCounts(CellFilter filter, MatrixDimensions dimensions) {
        this.query = filter.query();
        this.dimensions = dimensions;
        int rows = MatrixDimensions.capacity(dimensions.rows());
        int columns = MatrixDimensions.capacity(dimensions.columns());
        ofRow = new int[rows];
        model = new int[rows];
        ofColumn = new int[columns];
        browser = new int[columns];
        backend = new int[columns];
        engine = new int[columns];
        machine = new int[columns];
    }

    /** @param missed the bits of the filters that this cell does not pass */
    void count(CellIndex index, int at, int missed) {
        switch (missed) {
            case 0 -> {
                ofRow[index.row(at)]++;
                ofColumn[index.column(at)]++;
                families[index.family(at).ordinal()]++;
                verdicts[index.verdict(at).ordinal()]++;
            }
            case CellFilter.MODEL -> model[index.row(at)]++;
            case CellFilter.BROWSER -> browser[index.column(at)]++;
            case CellFilter.BACKEND -> backend[index.column(at)]++;
            case CellFilter.ENGINE -> engine[index.column(at)]++;
            case CellFilter.MACHINE -> machine[index.column(at)]++;
            case CellFilter.FAMILY -> families[index.family(at).ordinal()]++;
            case CellFilter.VERDICT -> verdicts[index.verdict(at).ordinal()]++;
            default -> {
                // Text has no facet, and what misses several filters counts for none.
            }
        }
    }

    MatrixPage.Facets facets() {
        return new MatrixPage.Facets(
                models(),
                ordinals(Family.values(), Family::id, families),
                columns(ColumnParts::browserOrWhere, browser),
                columns(column -> column.chain().get(0), backend),
                columns(ColumnParts::engine, engine),
                columns(ColumnParts::machine, machine),
                ordinals(Verdict.values(), Verdict::name, verdicts),
                suites());
    }

    private Facet models() {
        Map<String, Long> counts = new HashMap<>();
        dimensions.rows().forEach((id, row) -> add(counts, row.parts().model(), ofRow[id] + model[id]));
        return Facet.of(counts);
    }

    private Facet columns(Function<ColumnParts, String> value, int[] own) {
        Map<String, Long> counts = new HashMap<>();
        dimensions.columns().forEach((id, column) -> add(counts, value.apply(column), ofColumn[id] + own[id]));
        return Facet.of(counts);
    }

    private static <E extends Enum<E>> Facet ordinals(E[] constants, Function<E, String> value, int[] own) {
        Map<String, Long> counts = new HashMap<>();
        for (E constant : constants) {
            add(counts, value.apply(constant), own[constant.ordinal()]);
        }
        return Facet.of(counts);
    }

    private Facet suites() {
        Map<String, Long> counts = new HashMap<>();
        dimensions.runs().values().stream()
                .filter(query.runs()::passesInTime)
                .forEach(run -> add(counts, run.suite(), 1));
        return Facet.of(counts);
    }

    private static void add(Map<String, Long> counts, String value, int times) {
        if (times > 0) {
            counts.merge(value, (long) times, Long::sum);
        }
    }
}
