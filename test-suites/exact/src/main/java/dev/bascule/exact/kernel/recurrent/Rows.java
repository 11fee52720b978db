package dev.bascule.exact.kernel.recurrent;

import dev.bascule.exact.array.Dims;
import java.util.stream.IntStream;

/** Products of rows with rows. Stateless. */
final class Rows {
    /** Terms that are summed plainly; sums of so many are added up with their errors kept. */
    private static final int BLOCK = 64;
    /** Multiplications below which threads cost more than they save. */
    private static final long PARALLEL_FROM = 1 << 16;

    private Rows() {}

    /**
     * {@code a[rows, size] · bᵀ}, of so many rows of b from one on.
     *
     * @param first the first row of b
     * @param columns how many of its rows
     */
    static double[] products(double[] a, int rows, double[] b, int first, int columns, int size) {
        double[] products = new double[Dims.size(rows, columns)];
        IntStream all = IntStream.range(0, rows);
        ((long) products.length * size >= PARALLEL_FROM ? all.parallel() : all).forEach(row -> {
            for (int column = 0; column < columns; column++) {
                products[row * columns + column] = product(a, row * size, b, (first + column) * size, size);
            }
        });
        return products;
    }

    /** TwoSum between blocks (Knuth, TAOCP 2, 4.2.2): what the addition rounds off is added in the end. */
    private static double product(double[] a, int aFrom, double[] b, int bFrom, int size) {
        double sum = 0;
        double error = 0;
        for (int from = 0; from < size; from += BLOCK) {
            double block = 0;
            for (int i = from; i < Math.min(size, from + BLOCK); i++) {
                block += a[aFrom + i] * b[bFrom + i];
            }
            double after = sum + block;
            double part = after - sum;
            error += sum - (after - part) + (block - part);
            sum = after;
        }
        return Double.isFinite(error) ? sum + error : sum;
    }

    static double[] squares(double... values) {
        double[] squares = new double[values.length];
        for (int i = 0; i < squares.length; i++) {
            squares[i] = values[i] * values[i];
        }
        return squares;
    }
}
