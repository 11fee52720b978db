package dev.bascule.exact.kernel.convert;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.IntegerRange;
import dev.bascule.exact.rounding.Rounding;
import dev.bascule.fallback.tensor.DType;

/** Numbers as multiples of a scale, counted from a zero point. Stateless. */
final class Quantization {
    private Quantization() {}

    static Array quantize(Call call) {
        Array given = call.array(0);
        Reals data = given instanceof Integers integers ? integers.reals(DType.FLOAT32) : call.reals(0);
        Scales scales = Scales.of(call);
        DType to = call.arrayIf(2).map(Array::dtype).orElseGet(() -> call.dtype("output_dtype", DType.UINT8));
        double[] ratios = new double[data.size()];
        for (int i = 0; i < ratios.length; i++) {
            ratios[i] = data.data()[i] / scales.scale(i);
        }
        DType precision = call.dtype("precision", scales.scales().dtype());
        Reals exact = new Reals(precision, ratios, data.dims());
        return rounded(call.rounding(), exact, scales, to, call.integer("saturate", 1) != 0);
    }

    /** @param saturates whether 8-bit floats do; whole numbers always do */
    static Array rounded(Rounding rounding, Reals ratios, Scales scales, DType to, boolean saturates) {
        double[] steps = rounding.atEvenSteps(rounding.relative(ratios, 1)).data();
        if (to.isFloat()) {
            double[] narrow = new double[steps.length];
            for (int i = 0; i < narrow.length; i++) {
                narrow[i] = Casts.narrow(to, steps[i] + scales.zero(i), saturates);
            }
            return new Reals(to, narrow, ratios.dims());
        }
        long[] whole = new long[steps.length];
        for (int i = 0; i < whole.length; i++) {
            whole[i] = IntegerRange.held(to, Math.rint(steps[i]) + scales.zero(i));
        }
        return Integers.wrapped(to, whole, ratios.dims());
    }

    static Reals dequantize(Call call) {
        Array given = call.array(0);
        double[] data = given instanceof Integers integers
                ? integers.reals(DType.FLOAT64).data()
                : call.reals(0).data();
        Scales scales = Scales.of(call);
        double[] real = new double[data.length];
        for (int i = 0; i < real.length; i++) {
            real[i] = (data[i] - scales.zero(i)) * scales.scale(i);
        }
        DType to = call.dtype("output_dtype", scales.scales().dtype());
        return call.rounding().relative(new Reals(to, real, given.dims()), 1);
    }
}
