package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import java.math.BigInteger;
import java.util.function.DoubleUnaryOperator;

/** Col2Im: blocks laid back on the image that they were cut from, and added up where they overlap. Stateless. */
final class ColumnFolding {
    private ColumnFolding() {}

    static Reals col2im(Call call) {
        Reals columns = call.reals(0);
        Windows windows =
                Windows.of(call, call.integers(1).ints(), call.integers(2).ints());
        int[] dims = columns.dims();
        if (dims.length != 3 || dims[1] % windows.cells() != 0 || dims[2] != windows.count()) {
            throw new IllegalArgumentException(
                    "Col2Im of %s for %d blocks of %d elements".formatted(columns, windows.count(), windows.cells()));
        }
        Reals image = folded(columns, windows, DoubleUnaryOperator.identity());
        int overlaps = windows.axes().stream().mapToInt(ColumnFolding::overlaps).reduce(1, (a, b) -> a * b);
        return overlaps == 1
                ? image
                : call.rounding().sum(image, overlaps, () -> folded(columns, windows, value -> value * value));
    }

    /** How many blocks an element lies in at most, along one axis. */
    private static int overlaps(Windows.Axis axis) {
        int apart = axis.stride()
                / BigInteger.valueOf(axis.stride())
                        .gcd(BigInteger.valueOf(axis.dilation()))
                        .intValue();
        return (axis.kernel() + apart - 1) / apart;
    }

    private static Reals folded(Reals columns, Windows windows, DoubleUnaryOperator function) {
        int[] in = windows.in();
        int size = Dims.size(in);
        int cells = windows.cells();
        int count = windows.count();
        int channels = columns.dims()[1] / cells;
        int[] shape = new int[2 + in.length];
        shape[0] = columns.dims()[0];
        shape[1] = channels;
        System.arraycopy(in, 0, shape, 2, in.length);
        double[] data = columns.data();
        double[] image = new double[Dims.size(shape)];
        int[] targets = windows.sources(0, count);
        Planes.threaded(shape[0] * channels, data.length, plane -> {
            for (int window = 0; window < count; window++) {
                for (int cell = 0; cell < cells; cell++) {
                    int target = targets[window * cells + cell];
                    if (target >= 0) {
                        image[plane * size + target] +=
                                function.applyAsDouble(data[(plane * cells + cell) * count + window]);
                    }
                }
            }
        });
        return new Reals(columns.dtype(), image, shape);
    }
}
