package dev.bascule.bridge.dashboard.view;

import dev.bascule.bridge.dashboard.http.Access;
import dev.bascule.bridge.dashboard.http.Caller;
import dev.bascule.bridge.dashboard.http.Page;
import dev.bascule.bridge.dashboard.http.Parameters;
import dev.bascule.bridge.dashboard.http.Problem;
import dev.bascule.bridge.dashboard.http.ProblemType;
import dev.bascule.bridge.dashboard.http.Responses;
import dev.bascule.bridge.dashboard.http.Route;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.reports.history.CaseRunRef;
import dev.bascule.reports.history.CellSummary;
import dev.bascule.reports.history.MatrixPage;
import dev.bascule.reports.history.MatrixQuery;
import dev.bascule.reports.matrix.CellPlace;
import io.javalin.http.Context;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The matrix over the whole history. Thread-safe. */
public final class MatrixRoutes {
    /** What narrows a matrix, and what is asked of its blanks. */
    static final String[] PARAMETERS = {
        "suite", "since", "until", "model", "family", "cases", "q", "browser", "backend", "engine", "machine",
        "verdict", "sort", "page", "size"
    };

    private static final int MOST_SIDES = 20;

    private final WatchedHistory history;
    private final EntityTags tags;

    public MatrixRoutes(WatchedHistory history, EntityTags tags) {
        this.history = history;
        this.tags = tags;
    }

    public List<Route> routes() {
        return List.of(
                Route.get("/matrix", Access.READ, this::matrix), Route.get("/hardware", Access.READ, this::hardware));
    }

    private void matrix(Context context, Caller caller) throws IOException {
        Parameters.knowOnly(context, PARAMETERS);
        Page.Wanted wanted = Page.wanted(context);
        MatrixQuery query = query(context, wanted);
        Responses.tagged(context, tags.current(), () -> {
            MatrixPage page = history.matrixPage(query);
            return answer(
                    page, page.rows(), page.columns(), wanted.of(page.totals().rows()));
        });
    }

    /** What a request with these parameters asks for. */
    static MatrixQuery query(Context context, Page.Wanted wanted) {
        MatrixQuery.Builder query = MatrixQuery.builder();
        Parameters.text(context, "suite").ifPresent(query::suite);
        Parameters.instant(context, "since").ifPresent(query::since);
        Parameters.instant(context, "until").ifPresent(query::until);
        Parameters.text(context, "q").ifPresent(query::text);
        query.models(array(context, "model"));
        query.families(Parameters.constants(context, "family", Family.class).toArray(Family[]::new));
        query.cases(cases(context));
        query.browsers(array(context, "browser"));
        query.backends(array(context, "backend"));
        query.engines(array(context, "engine"));
        query.machines(array(context, "machine"));
        query.verdicts(Parameters.constants(context, "verdict", Verdict.class).toArray(Verdict[]::new));
        Parameters.constants(context, "sort", MatrixQuery.Sort.class).stream()
                .findFirst()
                .ifPresent(query::sort);
        return query.page(wanted.number() - 1, wanted.size()).build();
    }

    private static MatrixQuery.Cases[] cases(Context context) {
        return Parameters.constants(context, "cases", MatrixQuery.Cases.class).toArray(MatrixQuery.Cases[]::new);
    }

    private static String[] array(Context context, String name) {
        return Parameters.texts(context, name).toArray(String[]::new);
    }

    /** Columns side by side, on the rows that two of them have at least. */
    private void hardware(Context context, Caller caller) throws IOException {
        Parameters.knowOnly(context, "column", "cases", "page", "size");
        List<String> ids = context.queryParams("column").stream().distinct().toList();
        if (ids.size() < 2 || ids.size() > MOST_SIDES) {
            throw Problem.thrown(
                    ProblemType.BAD_REQUEST, "name from two to %d columns: column=ID&column=ID".formatted(MOST_SIDES));
        }
        Page.Wanted wanted = Page.wanted(context);
        MatrixQuery.Cases[] cases = cases(context);
        Responses.tagged(context, tags.current(), () -> sideBySide(ids, cases, wanted));
    }

    private MatrixAnswer sideBySide(List<String> ids, MatrixQuery.Cases[] cases, Page.Wanted wanted) {
        MatrixPage whole = whole(ids, cases);
        List<MatrixPage.Column> columns = ids.stream()
                .map(id -> whole.columns().stream()
                        .filter(column -> MatrixAnswer.columnId(column.machine(), column.key())
                                .equals(id))
                        .findFirst()
                        .orElseThrow(() -> Problem.unknown(
                                "the matrix has no column '%s'".formatted(id),
                                "GET /api/v1/matrix has the ids of its columns")))
                .toList();
        Map<String, Integer> sides = new HashMap<>();
        whole.cells().stream()
                .filter(cell -> ids.contains(MatrixAnswer.columnId(cell.place())))
                .forEach(cell -> sides.merge(cell.place().row(), 1, Integer::sum));
        List<MatrixPage.Row> shared = whole.rows().stream()
                .filter(row -> sides.getOrDefault(row.key(), 0) > 1)
                .toList();
        return answer(whole, wanted.cut(shared), columns, wanted.of(shared.size()));
    }

    /** All rows of the columns' machines. */
    private MatrixPage whole(List<String> ids, MatrixQuery.Cases... cases) {
        MatrixQuery query = MatrixQuery.builder()
                .machines(ids.stream().map(id -> id.split("\\|", 2)[0]).toArray(String[]::new))
                .cases(cases)
                .page(0, MatrixQuery.MOST_ROWS)
                .build();
        MatrixPage first = history.matrixPage(query);
        List<MatrixPage.Row> rows = new ArrayList<>(first.rows());
        List<CellSummary> cells = new ArrayList<>(first.cells());
        Map<CaseRunRef, List<String>> ways = new HashMap<>(first.ways());
        for (int page = 1; rows.size() < first.totals().rows(); page++) {
            MatrixPage next = history.matrixPage(query.page(page));
            if (next.rows().isEmpty()) {
                break;
            }
            rows.addAll(next.rows());
            cells.addAll(next.cells());
            ways.putAll(next.ways());
        }
        return new MatrixPage(rows, first.columns(), cells, ways, first.totals(), first.facets());
    }

    private static MatrixAnswer answer(
            MatrixPage page, List<MatrixPage.Row> rows, List<MatrixPage.Column> columns, Page shown) {
        Map<String, Integer> rowOf = new LinkedHashMap<>();
        rows.forEach(row -> rowOf.put(row.key(), rowOf.size()));
        Map<String, Integer> columnOf = new LinkedHashMap<>();
        columns.forEach(column -> columnOf.put(MatrixAnswer.columnId(column.machine(), column.key()), columnOf.size()));
        List<MatrixAnswer.CellPart> cells = new ArrayList<>();
        for (CellSummary cell : page.cells()) {
            CellPlace place = cell.place();
            Integer row = rowOf.get(place.row());
            Integer column = columnOf.get(MatrixAnswer.columnId(place));
            if (row != null && column != null) {
                cells.add(MatrixAnswer.CellPart.of(
                        cell, row, column, page.ways().getOrDefault(cell.caseRun(), List.of())));
            }
        }
        return new MatrixAnswer(
                rows.stream().map(MatrixAnswer.RowPart::of).toList(),
                columns.stream().map(MatrixAnswer.ColumnPart::of).toList(),
                cells,
                page.totals(),
                MatrixAnswer.facets(page.facets()),
                shown);
    }
}
