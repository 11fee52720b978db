package dev.bascule.prediction.fit;

/**
 * Least squares whose coefficients are none below zero: a kernel takes no negative time. Minimises |Xc − y|² + Σ r·(c − p)², by
 * coordinate descent on the normal equations, which ends in the only minimum there is, for the sum is strictly convex. Stateless.
 */
final class NonNegativeLeastSquares {
    private static final int MOST_SWEEPS = 4000;
    /** Of a coefficient's part in relative errors. */
    private static final double SMALL = 1e-7;

    private NonNegativeLeastSquares() {}

    /**
     * @param rows of X, each as long as {@code pulls}
     * @param pulls how strongly each coefficient is drawn to {@code towards}; above 0
     * @param towards what a coefficient is where nothing speaks of it
     * @param start where to begin; it changes nothing but how long it takes
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
        double[] found = start.clone();
        for (int sweep = 0; sweep < MOST_SWEEPS; sweep++) {
            double moved = 0;
            for (int a = 0; a < width; a++) {
                double sum = right[a];
                for (int b = 0; b < width; b++) {
                    sum -= b == a ? 0 : gram[a][b] * found[b];
                }
                double next = Math.max(0, sum / gram[a][a]);
                moved = Math.max(moved, Math.abs(next - found[a]) * Math.sqrt(gram[a][a]));
                found[a] = next;
            }
            if (moved < SMALL) {
                break;
            }
        }
        return found;
    }
}
