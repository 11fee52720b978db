package dev.bascule.reports.history;

import dev.bascule.reports.history.CellIndexes.Indexed;
import dev.bascule.reports.history.PlacedCell.ColumnParts;
import dev.bascule.reports.history.PlacedCell.RowParts;
import dev.bascule.reports.matrix.CellPlace;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import org.jdbi.v3.core.Handle;

/**
 * Answers {@link MatrixQuery} from an index and, for the cells of the page alone, from the table of cells. Belongs to one thread.
 *
 * @param handle in the transaction that the index was made in, or that shows the same state
 * @param indexed of the runs that the query chooses
 */
record CellPages(Handle handle, Indexed indexed) {

    MatrixPage page(MatrixQuery query) {
        CellScan scan = new CellScan(CellFilter.of(query), indexed);
        List<Integer> all = scan.rows(query.sort());
        List<Integer> page = all.stream()
                .skip((long) query.page().number() * query.page().size())
                .limit(query.page().size())
                .toList();
        Map<Integer, MatrixPage.Column> columns = columns(scan);
        List<Long> wanted = wanted(scan, page);
        Map<Long, List<String>> waysById = new CellProvenance(handle).of(wanted);
        Map<CaseRunRef, List<String>> ways = new HashMap<>();
        Map<Integer, SortedMap<Integer, CellSummary>> cells = new HashMap<>();
        for (Numbered read : cells(wanted, List.copyOf(columns.keySet()))) {
            cells.computeIfAbsent(read.row(), id -> new TreeMap<>()).put(read.place(), read.cell());
            if (waysById.containsKey(read.id())) {
                ways.put(read.cell().caseRun(), waysById.get(read.id()));
            }
        }
        Labels labels = new Labels(all.stream().map(this::parts).toList());
        List<MatrixPage.Row> rows = new ArrayList<>();
        List<CellSummary> shown = new ArrayList<>();
        for (int id : page) {
            Collection<CellSummary> ofRow =
                    cells.getOrDefault(id, Collections.emptySortedMap()).values();
            rows.add(labels.named(parts(id), ofRow));
            shown.addAll(ofRow);
        }
        return new MatrixPage(rows, List.copyOf(columns.values()), shown, ways, scan.totals(), scan.facets());
    }

    private RowParts parts(int row) {
        return indexed.dimensions().row(row).parts();
    }

    /** Names rows by what all of them have in common. */
    private static final class Labels {
        private record Alike(String model, String caseName, Map<String, String> settings) {
            static Alike of(RowParts row) {
                return new Alike(row.model(), row.caseName(), row.settings());
            }
        }

        private final Map<String, Integer> ofModel = new HashMap<>();
        private final Map<Alike, Integer> alike = new HashMap<>();

        Labels(List<RowParts> rows) {
            rows.forEach(row -> {
                ofModel.merge(row.model(), 1, Integer::sum);
                alike.merge(Alike.of(row), 1, Integer::sum);
            });
        }

        /** With what the newest of its cells says of the model. */
        MatrixPage.Row named(RowParts row, Collection<CellSummary> cells) {
            CellSummary newest = cells.stream()
                    .max(Comparator.comparing(CellSummary::startedAt)
                            .thenComparing(cell -> cell.caseRun().runId())
                            .thenComparing(cell -> cell.caseRun().position()))
                    .orElseThrow();
            return new MatrixPage.Row(
                    row.key(),
                    MatrixLabels.row(row, ofModel.getOrDefault(row.model(), 1), alike.getOrDefault(Alike.of(row), 1)),
                    row.model(),
                    row.sha256(),
                    newest.family(),
                    newest.task(),
                    row.caseName(),
                    row.settings());
        }
    }

    /** By number, in the order of reading. */
    private Map<Integer, MatrixPage.Column> columns(CellScan scan) {
        Map<String, Integer> ids = new HashMap<>();
        List<MatrixLabels.Unnamed> found = new ArrayList<>();
        for (int id : scan.columns()) {
            ColumnParts parts = indexed.dimensions().column(id);
            ids.put(parts.machine() + "|" + parts.key(), id);
            found.add(new MatrixLabels.Unnamed(parts, scan.softwareColumn(id)));
        }
        Map<Integer, MatrixPage.Column> columns = new LinkedHashMap<>();
        MatrixLabels.columns(found)
                .forEach(column -> columns.put(ids.getOrDefault(column.machine() + "|" + column.key(), 0), column));
        return columns;
    }

    /** Numbers of the case runs that the rows show. */
    private List<Long> wanted(CellScan scan, List<Integer> page) {
        BitSet onPage = new BitSet();
        page.forEach(onPage::set);
        List<Long> wanted = new ArrayList<>();
        for (int at = 0; at < indexed.index().size(); at++) {
            if (onPage.get(indexed.index().row(at)) && scan.shows(at)) {
                wanted.add(indexed.index().caseRun(at));
            }
        }
        return wanted;
    }

    private List<Numbered> cells(List<Long> wanted, List<Integer> columns) {
        if (wanted.isEmpty()) {
            return List.of();
        }
        Map<Integer, Integer> places = new HashMap<>();
        columns.forEach(column -> places.put(column, places.size()));
        return handle.createQuery("SELECT c.case_run_id, c.run_number, c.row_id, c.column_id, %s FROM cells c"
                                .formatted(CellReader.COLUMNS)
                        + " WHERE c.case_run_id IN (SELECT unnest(:wanted))")
                .bindArray("wanted", Long.class, wanted)
                .map(Row.each(row -> new Numbered(
                        row.number("case_run_id"),
                        row.integer("row_id"),
                        places.getOrDefault(row.integer("column_id"), 0),
                        cell(row))))
                .list();
    }

    /** @param place of its column among those shown */
    private record Numbered(long id, int row, int place, CellSummary cell) {}

    private CellSummary cell(Row row) throws SQLException {
        ColumnParts column = indexed.dimensions().column(row.integer("column_id"));
        return CellReader.cell(
                row,
                new CellPlace(
                        column.machine(),
                        indexed.dimensions().row(row.integer("row_id")).parts().key(),
                        column.key()),
                indexed.dimensions().run(row.integer("run_number")),
                column.chain().get(0));
    }
}
