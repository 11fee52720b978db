package dev.bascule.reports.matrix;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The cells of a row that show something of their own, with the names of their targets. Stateless. */
public final class RowCells {
    private RowCells() {}

    /**
     * A cell with its target's name.
     *
     * @param label {@code webnn cpu, Chromium 153} or {@code native cpu}
     */
    public record Named(String label, Matrix.Column column, MatrixCell cell) {}

    /** Those on strict targets; of chains only what no strict target shows, for a chain ends on one of its backends. */
    public static List<Named> of(Matrix matrix, Matrix.Row row) {
        Set<String> shown = new HashSet<>();
        List<Named> cells = new ArrayList<>();
        for (boolean strict : new boolean[] {true, false}) {
            for (Matrix.Column column : matrix.columns()) {
                if (column.chain().isStrict() == strict) {
                    matrix.cell(row, column)
                            .filter(cell -> shown.add(cell.decisive().target().id() + "|" + machine(cell)))
                            .ifPresent(cell -> cells.add(new Named(label(column), column, cell)));
                }
            }
        }
        return List.copyOf(cells);
    }

    private static String machine(MatrixCell cell) {
        return cell.caseResult().machine().fingerprint();
    }

    /** A column's whole name, its browser included. */
    public static String label(Matrix.Column column) {
        return column.group().startsWith("native")
                ? column.group() + " " + column.title()
                : column.title() + ", " + column.group();
    }
}
