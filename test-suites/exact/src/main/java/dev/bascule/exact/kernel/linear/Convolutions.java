package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.linear.Contraction.Matrix;
import dev.bascule.exact.kernel.window.Windows;
import dev.bascule.exact.rounding.ProductKind;
import dev.bascule.exact.rounding.Rounding;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.IntStream;

/** Convolutions in any number of dimensions, as products of matrices. Stateless. */
final class Convolutions {
    /** Elements of the matrix that patches are laid out in, at a time: 32 MiB. */
    private static final int PATCHES = 1 << 22;

    private Convolutions() {}

    static Operand conv(Call call) {
        return conv(call, call.reals(0), call.reals(1), call.realsIf(2));
    }

    /** The convolution that a call's attributes describe, of these values. */
    static Reals conv(Call call, Reals x, Reals w, Optional<Reals> bias) {
        int groups = Math.toIntExact(call.integer("group", 1));
        Windows windows = Windows.of(call, spatial(x.dims()), spatial(w.dims()));
        require(x, w, groups, w.dims()[1] * groups == x.dims()[1]);
        Rounding rounding = call.rounding();
        Reals y =
                convolved(rounding.factor(ProductKind.CONV, x), rounding.factor(ProductKind.CONV, w), windows, groups);
        int terms = w.dims()[1] * windows.cells();
        Reals rounded = rounding.products(
                ProductKind.CONV,
                y,
                terms,
                () -> convolved(MatrixProducts.squared(x), MatrixProducts.squared(w), windows, groups));
        return bias.map(more -> MatrixProducts.plus(rounded, alongChannels(more, y.rank()), rounding))
                .orElse(rounded);
    }

    static Operand transposed(Call call) {
        Reals x = call.reals(0);
        Reals w = call.reals(1);
        int groups = Math.toIntExact(call.integer("group", 1));
        Windows windows = Windows.transposed(call, spatial(x.dims()), spatial(w.dims()));
        require(x, w, groups, w.dims()[0] == x.dims()[1]);
        Rounding rounding = call.rounding();
        Reals y = spread(rounding.factor(ProductKind.CONV, x), rounding.factor(ProductKind.CONV, w), windows, groups);
        // Where windows overlap, this many cells of the kernel meet an element.
        long overlap = Math.max(1, windows.cells() * (long) windows.count() / Math.max(1, Dims.size(windows.in())));
        long terms = x.dims()[1] / groups * overlap;
        Reals rounded = rounding.products(
                ProductKind.CONV,
                y,
                terms,
                () -> spread(MatrixProducts.squared(x), MatrixProducts.squared(w), windows, groups));
        return call.realsIf(2)
                .map(more -> MatrixProducts.plus(rounded, alongChannels(more, y.rank()), rounding))
                .orElse(rounded);
    }

    private static void require(Reals x, Reals w, int groups, boolean fits) {
        if (groups < 1 || !fits || w.dims()[0] % groups != 0) {
            throw new IllegalArgumentException("a convolution of %s with %s in %d groups"
                    .formatted(Arrays.toString(x.dims()), Arrays.toString(w.dims()), groups));
        }
    }

    static int[] spatial(int[] dims) {
        if (dims.length < 3) {
            throw new IllegalArgumentException("a convolution of " + Arrays.toString(dims));
        }
        return Arrays.copyOfRange(dims, 2, dims.length);
    }

    private static Reals alongChannels(Reals bias, int rank) {
        int[] dims = new int[rank - 1];
        Arrays.fill(dims, 1);
        dims[0] = bias.size();
        return bias.reshaped(dims);
    }

    private static int[] with(int batch, int channels, int[] spatial) {
        int[] dims = new int[spatial.length + 2];
        dims[0] = batch;
        dims[1] = channels;
        System.arraycopy(spatial, 0, dims, 2, spatial.length);
        return dims;
    }

    private static Reals convolved(Reals x, Reals w, Windows windows, int groups) {
        int batch = x.dims()[0];
        int out = w.dims()[0];
        int in = w.dims()[1];
        int plane = Dims.size(windows.in());
        int count = windows.count();
        int cells = windows.cells();
        int[] dims = with(batch, out, windows.out());
        double[] y = new double[Dims.size(dims)];
        int depth = in * cells;
        boolean plain = isPlain(windows);
        int width = Math.max(1, Math.min(count, PATCHES / Math.max(1, depth)));
        double[] laid = new double[plain ? 0 : depth * width];
        for (int from = 0; from < count; from += width) {
            int across = Math.min(width, count - from);
            int[] sources = plain ? new int[0] : windows.sources(from, from + across);
            for (int n = 0; n < batch; n++) {
                for (int group = 0; group < groups; group++) {
                    int offset = (n * groups + group) * in * plane;
                    Matrix columns = new Matrix(x.data(), offset + from, plane);
                    if (!plain) {
                        lay(new Matrix(x.data(), offset, plane), sources, cells, laid, depth, across);
                        columns = new Matrix(laid, 0, across);
                    }
                    int row = group * (out / groups);
                    Contraction.multiply(
                            new Matrix(w.data(), row * depth, depth),
                            columns,
                            new Matrix(y, (n * out + row) * count + from, count),
                            out / groups,
                            across,
                            depth);
                }
            }
        }
        return new Reals(x.dtype(), y, dims);
    }

    /** Whether each window is one element, in order: the plane itself is the matrix. */
    private static boolean isPlain(Windows windows) {
        return windows.cells() == 1
                && windows.axes().stream()
                        .allMatch(axis -> axis.stride() == 1 && axis.before() == 0 && axis.out() == axis.in());
    }

    /** The elements under each cell of each window, a row for each cell of each channel. */
    private static void lay(Matrix channels, int[] sources, int cells, double[] laid, int rows, int across) {
        IntStream each = IntStream.range(0, rows);
        (rows * (long) across > 1 << 16 ? each.parallel() : each).forEach(row -> {
            int base = channels.offset() + row / cells * channels.stride();
            int cell = row % cells;
            int at = row * across;
            for (int i = 0; i < across; i++) {
                int source = sources[i * cells + cell];
                laid[at + i] = source < 0 ? 0 : channels.data()[base + source];
            }
        });
    }

    private static Reals spread(Reals x, Reals w, Windows windows, int groups) {
        int batch = x.dims()[0];
        int in = x.dims()[1] / groups;
        int out = w.dims()[1];
        int plane = Dims.size(windows.in());
        int count = windows.count();
        int cells = windows.cells();
        int[] dims = with(batch, out * groups, windows.in());
        double[] y = new double[Dims.size(dims)];
        int[] sources = windows.sources(0, count);
        double[] parts = new double[out * cells * count];
        for (int group = 0; group < groups; group++) {
            double[] weights = Arrays.copyOfRange(w.data(), group * in * out * cells, (group + 1) * in * out * cells);
            Reals turned = MatrixProducts.turned(new Reals(w.dtype(), weights, in, out * cells));
            for (int n = 0; n < batch; n++) {
                Contraction.multiply(
                        new Matrix(turned.data(), 0, in),
                        new Matrix(x.data(), (n * groups + group) * in * count, count),
                        new Matrix(parts, 0, count),
                        out * cells,
                        count,
                        in);
                gather(parts, sources, cells, new Matrix(y, (n * groups + group) * out * plane, plane), out, count);
            }
        }
        return new Reals(x.dtype(), y, dims);
    }

    private static void gather(double[] parts, int[] sources, int cells, Matrix to, int channels, int count) {
        IntStream.range(0, channels).parallel().forEach(channel -> {
            int base = to.offset() + channel * to.stride();
            for (int cell = 0; cell < cells; cell++) {
                int from = (channel * cells + cell) * count;
                for (int i = 0; i < count; i++) {
                    int source = sources[i * cells + cell];
                    if (source >= 0) {
                        to.data()[base + source] += parts[from + i];
                    }
                }
            }
        });
    }
}
