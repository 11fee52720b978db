package dev.bascule.scheduling.assign;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.OptionalInt;

/**
 * Gives each row at most one column and each column at most one row, at the least cost of all. The Hungarian method by shortest
 * augmenting paths with potentials, as Jonker and Volgenant (Computing 38, 1987) use them, without their start: rows are inserted
 * one after the other. Takes O(rows² · (columns + rows)). Stateless.
 */
public final class MinCostAssignment {
    private MinCostAssignment() {}

    /**
     * Assigns.
     *
     * @param cost rows × columns, finite, or positive infinity where a row may not have a column
     * @param leftOut what it costs to leave each row out, finite
     * @return the column of each row; empty for a row that is left out
     */
    public static List<OptionalInt> of(double[][] cost, double[] leftOut) {
        int rows = cost.length;
        int columns = rows == 0 ? 0 : cost[0].length;
        check(cost, leftOut, columns);
        return new Solver(cost, leftOut, rows, columns).solve();
    }

    private static void check(double[][] cost, double[] leftOut, int columns) {
        if (leftOut.length != cost.length) {
            throw new IllegalArgumentException("one cost of leaving out for each row");
        }
        for (double each : leftOut) {
            if (!Double.isFinite(each)) {
                throw new IllegalArgumentException("leaving out costs something finite");
            }
        }
        for (double[] row : cost) {
            if (row.length != columns) {
                throw new IllegalArgumentException("all rows are as long");
            }
            for (double each : row) {
                if (Double.isNaN(each) || each == Double.NEGATIVE_INFINITY) {
                    throw new IllegalArgumentException("a cost is a number, or positive infinity");
                }
            }
        }
    }

    /** Columns from {@code columns} on are the rows' own, by which they are left out. Column 0 of the arrays is where a path begins. */
    private static final class Solver {
        private final double[][] cost;
        private final double[] leftOut;
        private final int rows;
        private final int columns;
        private final int all;
        private final double[] rowPotential;
        private final double[] columnPotential;
        private final int[] rowOf;
        private final int[] before;

        Solver(double[][] cost, double[] leftOut, int rows, int columns) {
            this.cost = cost;
            this.leftOut = leftOut;
            this.rows = rows;
            this.columns = columns;
            this.all = columns + rows;
            this.rowPotential = new double[rows + 1];
            this.columnPotential = new double[all + 1];
            this.rowOf = new int[all + 1];
            this.before = new int[all + 1];
        }

        List<OptionalInt> solve() {
            for (int row = 1; row <= rows; row++) {
                augment(row, pathFor(row));
            }
            OptionalInt[] columnOf = new OptionalInt[rows];
            Arrays.fill(columnOf, OptionalInt.empty());
            for (int column = 1; column <= columns; column++) {
                if (rowOf[column] != 0) {
                    columnOf[rowOf[column] - 1] = OptionalInt.of(column - 1);
                }
            }
            return new ArrayList<>(Arrays.asList(columnOf));
        }

        /** The free column at the end of the cheapest path from this row; the row's own column is always free, so there is one. */
        private int pathFor(int row) {
            double[] least = new double[all + 1];
            Arrays.fill(least, Double.POSITIVE_INFINITY);
            boolean[] used = new boolean[all + 1];
            rowOf[0] = row;
            int column = 0;
            do {
                used[column] = true;
                column = nextColumn(column, least, used);
            } while (rowOf[column] != 0);
            return column;
        }

        private int nextColumn(int from, double[] least, boolean[] used) {
            int row = rowOf[from];
            double delta = Double.POSITIVE_INFINITY;
            int next = 0;
            for (int column = 1; column <= all; column++) {
                if (used[column]) {
                    continue;
                }
                double reduced = costOf(row, column) - rowPotential[row] - columnPotential[column];
                if (reduced < least[column]) {
                    least[column] = reduced;
                    before[column] = from;
                }
                if (least[column] < delta) {
                    delta = least[column];
                    next = column;
                }
            }
            for (int column = 0; column <= all; column++) {
                if (used[column]) {
                    rowPotential[rowOf[column]] += delta;
                    columnPotential[column] -= delta;
                } else {
                    least[column] -= delta;
                }
            }
            return next;
        }

        private double costOf(int row, int column) {
            if (column <= columns) {
                return cost[row - 1][column - 1];
            }
            return column - columns == row ? leftOut[row - 1] : Double.POSITIVE_INFINITY;
        }

        private void augment(int row, int end) {
            int column = end;
            while (column != 0) {
                int from = before[column];
                rowOf[column] = from == 0 ? row : rowOf[from];
                column = from;
            }
        }
    }
}
