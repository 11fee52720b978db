package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import java.util.Arrays;
import java.util.List;

/** MaxPool, GlobalMaxPool, and MaxUnpool, which puts back what MaxPool took. Stateless. */
final class MaxPooling {
    private MaxPooling() {}

    static List<Operand> maxPool(Call call) {
        Array x = call.array(0);
        Windows windows = Pools.windows(call, x);
        int[] shape = Planes.shape(x, windows.out());
        int planes = Planes.count(x);
        Array y = x.picked(Planes.chosen(planes, windows, most(x)), shape);
        if (!call.wants(1)) {
            return List.of(y);
        }
        Array asked = x instanceof Reals reals ? call.rounding().atStep(reals) : x;
        int[] chosen = Planes.chosen(planes, windows, most(asked));
        return List.of(y, indices(chosen, x, call.integer("storage_order", 0) == 1, shape));
    }

    /** Of equal ones the first; a NaN before all. */
    private static Planes.Choice most(Array x) {
        if (x instanceof Reals reals) {
            double[] data = reals.data();
            return (plane, sources, from, to) -> {
                int best = -1;
                for (int i = from; i < to; i++) {
                    int at = plane + sources[i];
                    if (sources[i] >= 0 && (best < 0 || before(data[at], data[best]))) {
                        best = at;
                    }
                }
                return best;
            };
        }
        if (x instanceof Integers integers) {
            long[] data = integers.data();
            return (plane, sources, from, to) -> {
                int best = -1;
                for (int i = from; i < to; i++) {
                    int at = plane + sources[i];
                    if (sources[i] >= 0 && (best < 0 || data[at] > data[best])) {
                        best = at;
                    }
                }
                return best;
            };
        }
        throw new UnsupportedOperatorException("MaxPool of strings");
    }

    private static boolean before(double a, double b) {
        return a > b || (Double.isNaN(a) && !Double.isNaN(b));
    }

    /** Indices in the whole array, those within a plane by columns if wanted. */
    private static Integers indices(int[] chosen, Array x, boolean columns, int... shape) {
        int[] spatial = Planes.spatial(x);
        int[] rowStrides = Dims.strides(spatial);
        int size = Dims.size(spatial);
        long[] indices = new long[chosen.length];
        for (int i = 0; i < indices.length; i++) {
            indices[i] = chosen[i];
            if (columns && chosen[i] >= 0) {
                int within = chosen[i] % size;
                int stride = 1;
                int turned = 0;
                for (int axis = 0; axis < spatial.length; axis++) {
                    turned += within / rowStrides[axis] % spatial[axis] * stride;
                    stride *= spatial[axis];
                }
                indices[i] += turned - within;
            }
        }
        return Integers.longs(indices, shape);
    }

    static Reals globalMaxPool(Call call) {
        Reals x = call.reals(0);
        int size = Dims.size(Planes.spatial(x));
        double[] data = x.data();
        double[] most = new double[Planes.count(x)];
        Arrays.fill(most, Double.NEGATIVE_INFINITY);
        for (int i = 0; i < data.length; i++) {
            most[i / size] = Math.max(most[i / size], data[i]);
        }
        return new Reals(x.dtype(), most, Pools.ones(x));
    }

    static Array maxUnpool(Call call) {
        Array x = call.array(0);
        long[] indices = call.integers(1).data();
        int[] inferred = unpooled(call, Planes.spatial(x));
        int[] from = new int[Dims.size(Planes.count(x), Dims.size(inferred))];
        Arrays.fill(from, -1);
        for (int i = 0; i < indices.length; i++) {
            from[Math.toIntExact(indices[i])] = i;
        }
        int[] shape = Planes.shape(x, inferred);
        Array y = x.picked(from, shape);
        return call.integersIf(2).map(wanted -> framed(y, wanted.ints())).orElse(y);
    }

    private static int[] unpooled(Call call, int... spatial) {
        int[] sizes = new int[spatial.length];
        long[] kernel = call.integers("kernel_shape")
                .filter(one -> one.length == sizes.length)
                .orElseThrow(() -> new IllegalArgumentException("MaxUnpool has no kernel_shape that fits"));
        long[] none = new long[2 * sizes.length];
        long[] pads =
                call.integers("pads").filter(one -> one.length == none.length).orElse(none);
        for (int i = 0; i < sizes.length; i++) {
            int axis = i;
            long stride = call.integers("strides").map(strides -> strides[axis]).orElse(1L);
            sizes[i] = Math.toIntExact((spatial[i] - 1) * stride - pads[i] - pads[i + sizes.length] + kernel[i]);
        }
        return sizes;
    }

    /** In a larger frame of zeros: indices are those in the smaller one, as ONNX's own cases have it. */
    private static Array framed(Array y, int... shape) {
        int[] dims = y.dims();
        int[] strides = Dims.strides(dims);
        int[] frame = Dims.strides(shape);
        int[] from = new int[Dims.size(shape)];
        if (shape.length != dims.length) {
            throw new IllegalArgumentException("MaxUnpool of %s to %s".formatted(y, Arrays.toString(shape)));
        }
        for (int axis = 0; axis < dims.length; axis++) {
            if (dims[axis] > shape[axis]) {
                throw new UnsupportedOperatorException(
                        "MaxUnpool to an output_shape that is smaller than its windows cover");
            }
        }
        for (int i = 0; i < from.length; i++) {
            int source = 0;
            for (int axis = 0; axis < dims.length && source >= 0; axis++) {
                int place = i / frame[axis] % shape[axis];
                source = place < dims[axis] ? source + place * strides[axis] : -1;
            }
            from[i] = source;
        }
        return y.picked(from, shape);
    }
}
