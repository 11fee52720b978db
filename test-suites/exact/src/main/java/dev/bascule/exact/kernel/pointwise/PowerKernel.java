package dev.bascule.exact.kernel.pointwise;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.fallback.tensor.DType;

/** Pow, whose base and exponent may be of different types; the result has the base's. Stateless. */
final class PowerKernel {
    private static final double UNITS = 16;

    private PowerKernel() {}

    static Array pow(Call call) {
        Array exponent = Pairs.second(call);
        if (call.array(0) instanceof Reals base) {
            Reals to = exponent instanceof Integers whole ? whole.reals(base.dtype()) : reals(call, exponent);
            return call.rounding().relative(Pairs.reals(base, to, Math::pow), UNITS);
        }
        Integers base = call.integers(0);
        if (exponent instanceof Integers whole) {
            boolean unsigned = whole.dtype() == DType.UINT64;
            return Pairs.wholes(base, whole, (a, b) -> b < 0 && !unsigned ? inverse(a, b) : power(a, b));
        }
        return truncated(base, call.rounding().atStep(reals(call, exponent)));
    }

    private static Reals reals(Call call, Array exponent) {
        if (exponent instanceof Reals reals) {
            return reals;
        }
        throw Pairs.unlike(call);
    }

    /** Its low 64 bits; the exponent is unsigned. */
    private static long power(long base, long exponent) {
        long result = 1;
        long square = base;
        for (long left = exponent; left != 0; left >>>= 1) {
            if ((left & 1) == 1) {
                result *= square;
            }
            square *= square;
        }
        return result;
    }

    /** To a negative exponent: a fraction, of which nothing is left unless the base is 1 or -1. */
    private static long inverse(long base, long exponent) {
        if (base == 0) {
            throw new IllegalArgumentException("a whole number 0 has no power to a negative exponent");
        }
        return base == 1 || base == -1 ? power(base, exponent) : 0;
    }

    /** Whole numbers to real exponents: what stands before the point. */
    private static Integers truncated(Integers base, Reals exponent) {
        double[] to = exponent.data();
        Pairing pairing = Pairing.of(base.dims(), exponent.dims());
        long[] y = new long[pairing.size()];
        pairing.rows((i, di, j, dj, at, length) -> {
            for (int k = 0; k < length; k++) {
                int from = i + k * di;
                double e = to[j + k * dj];
                boolean whole = e == Math.rint(e) && e >= 0 && e < 0x1p63;
                y[at + k] = whole ? power(base.data()[from], (long) e) : (long) Math.pow(base.real(from), e);
            }
        });
        return Integers.wrapped(base.dtype(), y, pairing.dims());
    }
}
