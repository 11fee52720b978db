package dev.bascule.studies.profile;

import java.util.stream.IntStream;

/** What must come out, by the textbook's loops in 64-bit floats; whole numbers stay exact. Stateless. */
final class WorkloadReference {
    private WorkloadReference() {}

    /** The product of two square matrices, row major. */
    static double[] product(double[] a, double[] b, int n) {
        double[] c = new double[n * n];
        IntStream.range(0, n).parallel().forEach(row -> {
            for (int k = 0; k < n; k++) {
                double factor = a[row * n + k];
                for (int column = 0; column < n; column++) {
                    c[row * n + column] += factor * b[k * n + column];
                }
            }
        });
        return c;
    }

    /** A convolution (as ONNX means it: not mirrored) of 3 × 3 with a border of zeros; [channels, edge, edge] both ways. */
    static double[] convolution(double[] x, double[] w, int channels, int edge) {
        double[] y = new double[channels * edge * edge];
        IntStream.range(0, channels).parallel().forEach(out -> {
            for (int in = 0; in < channels; in++) {
                for (int tap = 0; tap < 9; tap++) {
                    int down = tap / 3 - 1;
                    int right = tap % 3 - 1;
                    double factor = w[(out * channels + in) * 9 + tap];
                    for (int row = Math.max(0, -down); row < Math.min(edge, edge - down); row++) {
                        int from = (in * edge + row + down) * edge + right;
                        int to = (out * edge + row) * edge;
                        for (int column = Math.max(0, -right); column < Math.min(edge, edge - right); column++) {
                            y[to + column] += factor * x[from + column];
                        }
                    }
                }
            }
        });
        return y;
    }
}
