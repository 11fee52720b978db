package dev.bascule.exact.kernel.signal;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.fallback.tensor.DType;

/** Windows that a signal is weighted with, as sums of cosines. Stateless. */
final class Tapers {
    private Tapers() {}

    /** {@code a - b cos(2πn/N) + c cos(4πn/N)}. */
    static Array taper(Call call, double a, double b, double c) {
        int size = Math.toIntExact(call.integers(0).only());
        int period = call.integer("periodic", 1) == 0 ? size - 1 : size;
        double[] taper = new double[size];
        for (int n = 0; n < size; n++) {
            taper[n] = a - b * Fourier.cos(n, period) + c * Fourier.cos(2L * n, period);
        }
        return as(call, taper, size);
    }

    /** Of the type that the attribute output_datatype names. */
    static Array as(Call call, double[] values, int... dims) {
        DType dtype = call.dtype("output_datatype", DType.FLOAT32);
        if (dtype.isFloat()) {
            return call.rounding().ranged(new Reals(dtype, values, dims), 4, 1);
        }
        Reals asked = call.rounding().atStep(call.rounding().ranged(new Reals(DType.FLOAT32, values, dims), 4, 1));
        long[] whole = new long[values.length];
        for (int i = 0; i < whole.length; i++) {
            whole[i] = (long) asked.data()[i];
        }
        return Integers.wrapped(dtype, whole, dims);
    }
}
