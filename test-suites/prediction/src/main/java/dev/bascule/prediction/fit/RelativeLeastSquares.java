package dev.bascule.prediction.fit;

/** Non-negative least squares of relative errors. Stateless. */
final class RelativeLeastSquares {
    private static final double LEAST = 1e-12;

    private RelativeLeastSquares() {}

    /**
     * Each row is weighted by 1/√(predicted · y) of the round before, so that the squares are those of logarithms near the
     * solution: (p − y)²/(py) ≈ (log p − log y)².
     *
     * @param pulls how strongly each coefficient is drawn to {@code towards}
     */
    static double[] solve(double[][] rows, double[] y, double[] pulls, double[] towards, int rounds) {
        int width = pulls.length;
        double[] weights = new double[y.length];
        for (int i = 0; i < y.length; i++) {
            weights[i] = 1 / y[i];
        }
        double[] drawn = pulls.clone();
        double[] found = towards.clone();
        for (int round = 0; round < rounds; round++) {
            double[][] weighted = new double[rows.length][width];
            double[] right = new double[y.length];
            for (int i = 0; i < rows.length; i++) {
                right[i] = y[i] * weights[i];
                for (int a = 0; a < width; a++) {
                    weighted[i][a] = rows[i][a] * weights[i];
                }
            }
            for (int a = 0; a < width; a++) {
                drawn[a] = Math.max(pulls[a], LEAST + LEAST * squares(weighted, a));
            }
            found = NonNegativeLeastSquares.solve(weighted, right, drawn, towards, found);
            for (int i = 0; i < rows.length; i++) {
                weights[i] = 1 / Math.sqrt(Math.max(LEAST, Regression.dot(rows[i], found)) * y[i]);
            }
        }
        return found;
    }

    /** As {@link #solve}, with coefficients drawn to zero by a share of each column's weight in the first round. */
    static double[] solve(double[][] rows, double[] y, double share, int rounds) {
        int width = rows[0].length;
        double[][] weighted = new double[rows.length][width];
        for (int i = 0; i < rows.length; i++) {
            for (int a = 0; a < width; a++) {
                weighted[i][a] = rows[i][a] / y[i];
            }
        }
        double[] pulls = new double[width];
        for (int a = 0; a < width; a++) {
            pulls[a] = share * squares(weighted, a);
        }
        return solve(rows, y, pulls, new double[width], rounds);
    }

    private static double squares(double[][] rows, int column) {
        double sum = 0;
        for (double[] row : rows) {
            sum += row[column] * row[column];
        }
        return sum;
    }
}
