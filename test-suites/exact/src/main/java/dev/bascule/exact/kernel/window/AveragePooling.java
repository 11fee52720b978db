package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import java.util.function.DoubleUnaryOperator;

/** AveragePool and GlobalAveragePool. Stateless. */
final class AveragePooling {
    private AveragePooling() {}

    static Reals averagePool(Call call) {
        Reals x = call.reals(0);
        Windows windows = Pools.windows(call, x);
        double[] counts = counts(windows, call.flag("count_include_pad"));
        int[] shape = Planes.shape(x, windows.out());
        double[] sums = Pools.sums(x, windows, DoubleUnaryOperator.identity());
        Reals means = divided(new Reals(x.dtype(), sums, shape), counts);
        return call.rounding().sum(means, windows.cells(), () -> {
            Reals squares = new Reals(x.dtype(), Pools.sums(x, windows, value -> value * value), shape);
            return divided(divided(squares, counts), counts);
        });
    }

    private static Reals divided(Reals sums, double[] counts) {
        double[] quotients = sums.data().clone();
        for (int i = 0; i < quotients.length; i++) {
            quotients[i] /= counts[i % counts.length];
        }
        return new Reals(sums.dtype(), quotients, sums.dims());
    }

    /**
     * By how many elements each window's sum is divided: those of the array, or those of its padding as well; what a window of
     * ceil_mode has beyond the padding never counts.
     */
    private static double[] counts(Windows windows, boolean padding) {
        double[] counts = new double[windows.count()];
        int[] out = windows.out();
        int[] strides = Dims.strides(out);
        for (int window = 0; window < counts.length; window++) {
            int count = 1;
            for (int i = 0; i < out.length; i++) {
                Windows.Axis axis = windows.axes().get(i);
                int place = window / strides[i] % out[i];
                int least = padding ? -axis.before() : 0;
                int end = padding ? axis.in() + axis.after() : axis.in();
                int inside = 0;
                for (int cell = 0; cell < axis.kernel(); cell++) {
                    int at = axis.at(place, cell);
                    inside += at >= least && at < end ? 1 : 0;
                }
                count *= inside;
            }
            counts[window] = count;
        }
        return counts;
    }

    static Reals globalAveragePool(Call call) {
        Reals x = call.reals(0);
        int size = Dims.size(Planes.spatial(x));
        Reals means = Pools.planeSums(x, DoubleUnaryOperator.identity()).mapped(sum -> sum / size);
        return call.rounding()
                .sum(
                        means,
                        size,
                        () -> Pools.planeSums(x, value -> value * value).mapped(sum -> sum / size / size));
    }
}
