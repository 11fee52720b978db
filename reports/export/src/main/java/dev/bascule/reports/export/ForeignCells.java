package dev.bascule.reports.export;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.reports.matrix.Matrix;
import dev.bascule.reports.matrix.Matrix.Column;
import dev.bascule.reports.matrix.Matrix.Row;
import java.util.List;

/** Cells that are empty since a graph of WebNN operators is for {@code webnn} alone. Stateless. */
final class ForeignCells {
    /** The engine of graphs that are built without any library. */
    private static final String ENGINE = "webnn-api";

    private ForeignCells() {}

    /** A sentence; empty where there is no such cell. */
    static String text(Matrix matrix) {
        List<Row> graphs = matrix.rows().stream()
                .filter(row -> matrix.columns().stream()
                        .flatMap(column -> matrix.cell(row, column).stream())
                        .anyMatch(
                                cell -> cell.decisive().target().engine().name().equals(ENGINE)))
                .toList();
        List<Column> others = matrix.columns().stream()
                .filter(column -> !column.chain().first().equals(Backends.WEBNN))
                .filter(column ->
                        graphs.stream().allMatch(row -> matrix.cell(row, column).isEmpty()))
                .toList();
        return graphs.isEmpty() || others.isEmpty()
                ? ""
                : "%d of the cases %s of WebNN operators, which only webnn builds: · under the other backends."
                        .formatted(graphs.size(), graphs.size() == 1 ? "is a graph" : "are graphs");
    }
}
