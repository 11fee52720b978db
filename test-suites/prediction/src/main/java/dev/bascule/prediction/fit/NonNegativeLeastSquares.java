package dev.bascule.prediction.fit;

import java.util.Arrays;
import java.util.OptionalInt;

/**
 * Least squares whose coefficients are none below zero: a kernel takes no negative time. Minimises |Xc − y|² + Σ r·(c − p)² by an active
 * set on the normal equations (Lawson and Hanson, 1974; Bro and De Jong, 1997), which ends in the only minimum there is, for the sum is
 * strictly convex. Stateless.
 */
final class NonNegativeLeastSquares {
    /** Of the largest slope, in columns of length one. */
    private static final double FLAT = 1e-10;

    /** Below it a column of length one is a sum of others. */
    private static final double LEAST_PIVOT = 1e-13;

    private static final int MOST_TURNS = 10;

    private final double[][] gram;
    private final double[] right;
    private final double[] lengths;
    private final boolean[] free;
    private double[] found;

    private NonNegativeLeastSquares(double[][] gram, double[] right, double[] start) {
        int width = right.length;
        this.gram = gram;
        this.right = right;
        lengths = new double[width];
        free = new boolean[width];
        found = new double[width];
        for (int a = 0; a < width; a++) {
            lengths[a] = Math.sqrt(gram[a][a]);
        }
        for (int a = 0; a < width; a++) {
            right[a] /= lengths[a];
            found[a] = start[a] * lengths[a];
            free[a] = found[a] > 0;
            for (int b = 0; b < width; b++) {
                gram[a][b] /= lengths[a] * lengths[b];
            }
        }
    }

    /**
     * @param rows of X, each as long as {@code pulls}
     * @param pulls how strongly each coefficient is drawn to {@code towards}; above 0
     * @param towards what a coefficient is where nothing speaks of it
     * @param start where to begin, none below zero; it changes nothing but how long it takes
     */
    static double[] solve(double[][] rows, double[] y, double[] pulls, double[] towards, double[] start) {
        int width = pulls.length;
        double[][] gram = new double[width][width];
        double[] right = new double[width];
        for (int i = 0; i < rows.length; i++) {
            for (int a = 0; a < width; a++) {
                right[a] += rows[i][a] * y[i];
                for (int b = 0; b < width; b++) {
                    gram[a][b] += rows[i][a] * rows[i][b];
                }
            }
        }
        for (int a = 0; a < width; a++) {
            gram[a][a] += pulls[a];
            right[a] += pulls[a] * towards[a];
        }
        return new NonNegativeLeastSquares(gram, right, start).solve();
    }

    private double[] solve() {
        settle();
        double flat = FLAT * Arrays.stream(right).map(Math::abs).max().orElse(0);
        // Each turn lowers the sum, so that no set of free coefficients comes twice; the bound is for rounding.
        for (int turn = 0; turn < MOST_TURNS * right.length; turn++) {
            OptionalInt steepest = steepest(flat);
            if (steepest.isEmpty()) {
                break;
            }
            free[steepest.getAsInt()] = true;
            settle();
        }
        double[] coefficients = new double[found.length];
        for (int a = 0; a < found.length; a++) {
            coefficients[a] = found[a] / lengths[a];
        }
        return coefficients;
    }

    /** The coefficient held at zero whose growth lowers the sum most; none where the minimum is reached. */
    private OptionalInt steepest(double flat) {
        OptionalInt steepest = OptionalInt.empty();
        double most = flat;
        for (int a = 0; a < right.length; a++) {
            double slope = right[a];
            for (int b = 0; b < right.length; b++) {
                slope -= gram[a][b] * found[b];
            }
            if (!free[a] && slope > most) {
                most = slope;
                steepest = OptionalInt.of(a);
            }
        }
        return steepest;
    }

    /** Goes to the minimum over the free coefficients; one that would fall below zero on the way is held there. */
    private void settle() {
        while (true) {
            double[] next = minimum();
            double step = 1;
            for (int a = 0; a < next.length; a++) {
                if (free[a] && next[a] <= 0) {
                    step = Math.min(step, found[a] / (found[a] - next[a]));
                }
            }
            boolean whole = true;
            for (int a = 0; a < next.length; a++) {
                if (free[a] && next[a] <= 0 && found[a] / (found[a] - next[a]) <= step) {
                    free[a] = false;
                    whole = false;
                }
            }
            for (int a = 0; a < next.length; a++) {
                found[a] = free[a] ? found[a] + step * (next[a] - found[a]) : 0;
            }
            if (whole) {
                return;
            }
        }
    }

    /** The minimum over the free coefficients, the others zero, by Cholesky's factor. */
    private double[] minimum() {
        int[] at = new int[right.length];
        int size = 0;
        for (int a = 0; a < right.length; a++) {
            if (free[a]) {
                at[size++] = a;
            }
        }
        double[][] factor = new double[size][size];
        double[] solved = new double[size];
        for (int i = 0; i < size; i++) {
            for (int j = 0; j <= i; j++) {
                double sum = gram[at[i]][at[j]];
                for (int k = 0; k < j; k++) {
                    sum -= factor[i][k] * factor[j][k];
                }
                factor[i][j] = i == j ? Math.sqrt(Math.max(LEAST_PIVOT, sum)) : sum / factor[j][j];
            }
            double sum = right[at[i]];
            for (int k = 0; k < i; k++) {
                sum -= factor[i][k] * solved[k];
            }
            solved[i] = sum / factor[i][i];
        }
        double[] minimum = new double[right.length];
        for (int i = size - 1; i >= 0; i--) {
            double sum = solved[i];
            for (int k = i + 1; k < size; k++) {
                sum -= factor[k][i] * solved[k];
            }
            solved[i] = sum / factor[i][i];
            minimum[at[i]] = solved[i];
        }
        return minimum;
    }
}
