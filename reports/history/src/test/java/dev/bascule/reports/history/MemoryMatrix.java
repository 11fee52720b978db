package dev.bascule.reports.history;

import dev.bascule.fallback.run.RunRecord;
import dev.bascule.reports.history.MatrixPage.Facet;
import dev.bascule.reports.history.PlacedCell.ColumnParts;
import dev.bascule.reports.history.PlacedCell.RowParts;
import dev.bascule.reports.matrix.CaseResult;
import dev.bascule.reports.matrix.CellPlace;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Pages of the matrix by the plain rule, over runs in memory: what the database's answers are held to.
 *
 * @param query what to show
 * @param newest the newest cell of each place, of the runs that the query chooses
 */
record MemoryMatrix(MatrixQuery query, List<PlacedCell> newest) {

    /** The filters of cells, each of which a facet leaves out. */
    private enum Filter {
        MODEL,
        FAMILY,
        TEXT,
        BROWSER,
        BACKEND,
        ENGINE,
        MACHINE,
        VERDICT,
        CASES
    }

    private static final Set<Filter> OF_COLUMNS = Set.of(Filter.BROWSER, Filter.BACKEND, Filter.ENGINE, Filter.MACHINE);

    /** The newest cell of each place among these runs; one that never began only where none began. */
    static List<PlacedCell> newest(Collection<RunRecord> runs) {
        Comparator<PlacedCell> later = Comparator.<PlacedCell, Boolean>comparing(
                        placed -> placed.cell().began())
                .thenComparing(placed -> placed.cell().startedAt())
                .thenComparing(placed -> placed.cell().caseRun().runId());
        Map<CellPlace, PlacedCell> newest = new LinkedHashMap<>();
        runs.stream()
                .flatMap(run -> PlacedCell.of(run).stream())
                .forEach(placed -> newest.merge(
                        placed.cell().place(), placed, (one, other) -> later.compare(one, other) >= 0 ? one : other));
        return List.copyOf(newest.values());
    }

    MatrixPage page(Collection<RunRecord> runsOfAnySuite) {
        List<PlacedCell> matching =
                newest.stream().filter(cell -> missed(cell).isEmpty()).toList();
        Set<String> chosenRows = matching.stream().map(cell -> cell.row().key()).collect(Collectors.toSet());
        List<PlacedCell> shown = newest.stream()
                .filter(cell -> chosenRows.contains(cell.row().key()))
                .filter(cell -> missed(cell).stream().noneMatch(OF_COLUMNS::contains))
                .toList();
        List<List<PlacedCell>> rows = rows(shown);
        List<List<PlacedCell>> page = rows.stream()
                .skip((long) query.page().number() * query.page().size())
                .limit(query.page().size())
                .toList();
        List<MatrixPage.Column> columns = columns(shown);
        Map<CellPlace, CellSummary> cells =
                shown.stream().collect(Collectors.toMap(placed -> placed.cell().place(), PlacedCell::cell));
        List<MatrixPage.Row> named = page.stream().map(row -> named(row, rows)).toList();
        List<CellSummary> onPage = named.stream()
                .flatMap(
                        row -> columns.stream().map(column -> new CellPlace(column.machine(), row.key(), column.key())))
                .filter(cells::containsKey)
                .map(cells::get)
                .toList();
        return new MatrixPage(
                named,
                columns,
                onPage,
                ways(onPage, runsOfAnySuite),
                new MatrixPage.Totals(rows.size(), columns.size(), shown.size(), matching.size(), leftOut(chosenRows)),
                new MatrixPage.Facets(
                        facet(Filter.MODEL, cell -> cell.row().model()),
                        facet(Filter.FAMILY, cell -> cell.cell().family().id()),
                        facet(Filter.BROWSER, cell -> cell.column().browserOrWhere()),
                        facet(Filter.BACKEND, cell -> cell.cell().requested()),
                        facet(Filter.ENGINE, cell -> cell.column().engine()),
                        facet(Filter.MACHINE, cell -> cell.column().machine()),
                        facet(Filter.VERDICT, cell -> cell.cell().verdict().name()),
                        facet(runsOfAnySuite.stream()
                                .map(run -> run.invocation().suite())
                                .toList())));
    }

    private static Map<CaseRunRef, List<String>> ways(List<CellSummary> cells, Collection<RunRecord> runs) {
        Map<CaseRunRef, List<String>> ways = new HashMap<>();
        Set<CaseRunRef> shown = cells.stream().map(CellSummary::caseRun).collect(Collectors.toSet());
        for (RunRecord run : runs) {
            List<CaseResult> caseResults = CaseResult.allOf(run);
            for (int i = 0; i < caseResults.size(); i++) {
                CaseRunRef ref = new CaseRunRef(run.id(), i);
                if (shown.contains(ref) && !caseResults.get(i).ways().isEmpty()) {
                    ways.put(ref, caseResults.get(i).ways());
                }
            }
        }
        return ways;
    }

    private Set<Filter> missed(PlacedCell placed) {
        CellSummary cell = placed.cell();
        ColumnParts column = placed.column();
        Set<Filter> missed = new HashSet<>();
        note(missed, Filter.MODEL, query.rows().models(), placed.row().model());
        note(missed, Filter.FAMILY, query.rows().families(), cell.family());
        note(missed, Filter.BACKEND, query.columns().backends(), cell.requested());
        note(missed, Filter.ENGINE, query.columns().engines(), column.engine());
        note(missed, Filter.MACHINE, query.columns().machines(), column.machine());
        note(missed, Filter.VERDICT, query.verdicts(), cell.verdict());
        note(missed, Filter.CASES, query.rows().cases(), cases(cell));
        if (!query.columns().browsers().isEmpty()
                && !query.columns().browsers().contains(column.where())
                && !query.columns().browsers().contains(column.browserOrWhere())) {
            missed.add(Filter.BROWSER);
        }
        String words = placed.row().words();
        if (!query.rows().words().stream().allMatch(words::contains)) {
            missed.add(Filter.TEXT);
        }
        return missed;
    }

    private static MatrixQuery.Cases cases(CellSummary cell) {
        return MatrixQuery.Cases.ofTask(cell.task());
    }

    private int leftOut(Set<String> chosenRows) {
        return (int) newest.stream()
                .filter(cell -> missed(cell).equals(Set.of(Filter.CASES)))
                .map(cell -> cell.row().key())
                .filter(row -> !chosenRows.contains(row))
                .distinct()
                .count();
    }

    private static <T> void note(Set<Filter> missed, Filter filter, Set<T> wanted, T value) {
        if (!wanted.isEmpty() && !wanted.contains(value)) {
            missed.add(filter);
        }
    }

    private List<List<PlacedCell>> rows(List<PlacedCell> shown) {
        Map<String, List<PlacedCell>> byRow =
                shown.stream().collect(Collectors.groupingBy(cell -> cell.row().key()));
        Comparator<List<PlacedCell>> order = switch (query.sort()) {
            case MODEL -> Comparator.comparing(row -> row.get(0).row().model());
            case NEWEST ->
                Comparator.comparing(
                                (List<PlacedCell> row) -> newestOf(row).cell().startedAt())
                        .reversed();
            case WORST ->
                Comparator.comparing((List<PlacedCell> row) -> row.stream()
                                .mapToInt(cell -> cell.cell().verdict().ordinal())
                                .max()
                                .orElse(0))
                        .reversed();
            case SCORE ->
                Comparator.comparingDouble(row -> row.stream()
                        .flatMap(cell -> cell.cell().score().stream())
                        .mapToInt(Integer::intValue)
                        .average()
                        .orElse(Double.MAX_VALUE));
        };
        List<List<PlacedCell>> rows = new ArrayList<>(byRow.values());
        rows.sort(order.thenComparing(row -> row.get(0).row().key()));
        return rows;
    }

    private static PlacedCell newestOf(List<PlacedCell> row) {
        return row.stream()
                .max(Comparator.<PlacedCell, java.time.Instant>comparing(
                                placed -> placed.cell().startedAt())
                        .thenComparing(placed -> placed.cell().caseRun().runId())
                        .thenComparing(placed -> placed.cell().caseRun().position()))
                .orElseThrow();
    }

    private static MatrixPage.Row named(List<PlacedCell> row, List<List<PlacedCell>> all) {
        RowParts parts = row.get(0).row();
        List<RowParts> ofModel = all.stream()
                .map(other -> other.get(0).row())
                .filter(other -> other.model().equals(parts.model()))
                .toList();
        long alike = ofModel.stream()
                .filter(other -> other.caseName().equals(parts.caseName())
                        && other.settings().equals(parts.settings()))
                .count();
        CellSummary newest = newestOf(row).cell();
        return new MatrixPage.Row(
                parts.key(),
                MatrixLabels.row(parts, ofModel.size(), alike),
                parts.model(),
                parts.sha256(),
                newest.family(),
                newest.task(),
                parts.caseName(),
                parts.settings());
    }

    private static List<MatrixPage.Column> columns(List<PlacedCell> shown) {
        Map<String, MatrixLabels.Unnamed> columns = new LinkedHashMap<>();
        shown.forEach(cell -> columns.merge(
                cell.column().machine() + "|" + cell.column().key(),
                new MatrixLabels.Unnamed(cell.column(), cell.cell().software()),
                (one, other) -> new MatrixLabels.Unnamed(
                        one.parts(), MatrixLabels.together(one.software(), other.software()))));
        return MatrixLabels.columns(columns.values());
    }

    private Facet facet(Filter own, Function<PlacedCell, String> value) {
        return facet(newest.stream()
                .filter(cell -> Set.of(own).containsAll(missed(cell)))
                .map(value)
                .toList());
    }

    private static Facet facet(List<String> occurrences) {
        return Facet.of(
                occurrences.stream().collect(Collectors.groupingBy(Function.identity(), Collectors.counting())));
    }
}
