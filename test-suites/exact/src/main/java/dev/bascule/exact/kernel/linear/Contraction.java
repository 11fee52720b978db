package dev.bascule.exact.kernel.linear;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Products of matrices in double, the one loop that sums of products are brought to. Products of two float32 values are exact in
 * double. Within blocks of {@value #DEPTH} terms sums are plain, and the blocks are added up with their errors kept (TwoSum; Ogita, Rump and
 * Oishi, SIAM J. Sci. Comput. 26, 2005), so a sum is off by at most some {@value #DEPTH} · 2⁻⁵³ of the sum of its terms' magnitudes, however many it has:
 * 2⁻²³ of what float32 may be off by one rounding. Stateless.
 */
final class Contraction {
    /** Terms that are summed plainly: a block of so many rows stays in the second-level cache. */
    static final int DEPTH = 64;
    /** Columns of one task: its running sums stay in the first-level cache. */
    private static final int WIDTH = 512;
    /** Rows of one task. */
    private static final int HEIGHT = 16;
    /** Multiplications below which threads cost more than they save. */
    private static final long PARALLEL_FROM = 1 << 16;

    private Contraction() {}

    /**
     * A matrix within an array, row major.
     *
     * @param data the array
     * @param offset index of its first element
     * @param stride how many elements lie from one row to the next
     */
    record Matrix(double[] data, int offset, int stride) {}

    /** {@code c = a[m,k] · b[k,n]}; what was in c is lost. In threads where it is large. */
    static void multiply(Matrix a, Matrix b, Matrix c, int m, int n, int k) {
        int across = (n + WIDTH - 1) / WIDTH;
        int down = (m + HEIGHT - 1) / HEIGHT;
        IntStream tasks = IntStream.range(0, across * down);
        if ((long) m * n * k >= PARALLEL_FROM && across * down > 1) {
            tasks = tasks.parallel();
        }
        tasks.forEach(task -> {
            int row = task / across * HEIGHT;
            int column = task % across * WIDTH;
            tile(a, b, c, row, Math.min(m, row + HEIGHT), column, Math.min(n - column, WIDTH), k);
        });
    }

    /** {@code c = a[m,k] · b[k,n]}, both without gaps. */
    static double[] product(double[] a, double[] b, int m, int n, int k) {
        double[] c = new double[m * n];
        multiply(new Matrix(a, 0, k), new Matrix(b, 0, n), new Matrix(c, 0, n), m, n, k);
        return c;
    }

    private static void tile(Matrix a, Matrix b, Matrix c, int row, int end, int column, int width, int k) {
        double[] block = new double[width];
        double[] sum = new double[width];
        double[] error = new double[width];
        for (int i = row; i < end; i++) {
            Arrays.fill(sum, 0);
            Arrays.fill(error, 0);
            for (int from = 0; from < k; from += DEPTH) {
                Arrays.fill(block, 0);
                block(a, a.offset + i * a.stride, b, column, from, Math.min(k, from + DEPTH), block);
                add(block, sum, error);
            }
            int at = c.offset + i * c.stride + column;
            for (int j = 0; j < width; j++) {
                // Where a sum is infinite or none, its error is none, too.
                c.data[at + j] = Double.isFinite(error[j]) ? sum[j] + error[j] : sum[j];
            }
        }
    }

    /** Four terms at a time: one load and store of the running sum for eight operations. */
    private static void block(Matrix a, int aRow, Matrix b, int column, int from, int to, double[] block) {
        double[] bs = b.data;
        int k = from;
        for (; k + 4 <= to; k += 4) {
            double a0 = a.data[aRow + k];
            double a1 = a.data[aRow + k + 1];
            double a2 = a.data[aRow + k + 2];
            double a3 = a.data[aRow + k + 3];
            int b0 = b.offset + k * b.stride + column;
            int b1 = b0 + b.stride;
            int b2 = b1 + b.stride;
            int b3 = b2 + b.stride;
            for (int j = 0; j < block.length; j++) {
                block[j] += a0 * bs[b0 + j] + a1 * bs[b1 + j] + (a2 * bs[b2 + j] + a3 * bs[b3 + j]);
            }
        }
        for (; k < to; k++) {
            double a0 = a.data[aRow + k];
            int b0 = b.offset + k * b.stride + column;
            for (int j = 0; j < block.length; j++) {
                block[j] += a0 * bs[b0 + j];
            }
        }
    }

    private static void add(double[] block, double[] sum, double[] error) {
        for (int j = 0; j < block.length; j++) {
            double before = sum[j];
            double added = block[j];
            double after = before + added;
            double part = after - before;
            error[j] += before - (after - part) + (added - part);
            sum[j] = after;
        }
    }
}
