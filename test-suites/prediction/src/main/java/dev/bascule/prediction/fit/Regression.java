package dev.bascule.prediction.fit;

import dev.bascule.prediction.data.Medians;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Small pieces that methods share. Stateless. */
final class Regression {
    /** Times below are none that a clock could tell. */
    private static final double LEAST_MILLIS = 1e-6;

    private Regression() {}

    static <T> double median(List<T> of, ToDoubleFunction<T> value) {
        return Medians.of(of.stream().mapToDouble(value).toArray());
    }

    static double dot(double[] left, double[] right) {
        double sum = 0;
        for (int i = 0; i < left.length; i++) {
            sum += left[i] * right[i];
        }
        return sum;
    }

    static double log(double millis) {
        return Math.log(Math.max(LEAST_MILLIS, millis));
    }

    /** Least squares without a sign: coefficients of columns, drawn to 0 by {@code pull} times the mean square of each. */
    static double[] linear(double[][] rows, double[] y, double pull) {
        int width = rows[0].length;
        double[][] system = new double[width][width + 1];
        for (int i = 0; i < rows.length; i++) {
            for (int a = 0; a < width; a++) {
                system[a][width] += rows[i][a] * y[i];
                for (int b = 0; b < width; b++) {
                    system[a][b] += rows[i][a] * rows[i][b];
                }
            }
        }
        for (int a = 0; a < width; a++) {
            system[a][a] += pull * (system[a][a] / rows.length + 1e-12);
        }
        return solve(system);
    }

    /** Linear equations, by Gauss–Jordan with partial pivoting; the last column is the right side. The system is used up. */
    static double[] solve(double[][] system) {
        int width = system.length;
        for (int column = 0; column < width; column++) {
            int pivot = column;
            for (int row = column + 1; row < width; row++) {
                if (Math.abs(system[row][column]) > Math.abs(system[pivot][column])) {
                    pivot = row;
                }
            }
            double[] swapped = system[column];
            system[column] = system[pivot];
            system[pivot] = swapped;
            for (int row = 0; row < width; row++) {
                if (row != column && system[column][column] != 0) {
                    double factor = system[row][column] / system[column][column];
                    for (int k = column; k <= width; k++) {
                        system[row][k] -= factor * system[column][k];
                    }
                }
            }
        }
        double[] found = new double[width];
        for (int i = 0; i < width; i++) {
            found[i] = system[i][i] == 0 ? 0 : system[i][width] / system[i][i];
        }
        return found;
    }
}
