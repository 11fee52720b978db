package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.DType;

/** Distances in units in the last place: how many representable numbers lie between two. Stateless. */
final class Ulp {
    private Ulp() {}

    static boolean applies(DType dtype) {
        return dtype == DType.FLOAT64 || dtype == DType.FLOAT32 || dtype == DType.FLOAT16 || dtype == DType.BFLOAT16;
    }

    /** Whether the difference of two is what their distance is. */
    static boolean isInteger(DType dtype) {
        return !dtype.isFloat() && dtype != DType.BOOL && dtype != DType.STRING;
    }

    /**
     * The distance; infinite when one side is NaN, or an infinity that the other is not; 0 for dtypes without one. Exact
     * up to 2^53.
     */
    static double distance(DType dtype, double a, double b) {
        if (!applies(dtype)) {
            return 0;
        }
        if (a == b) {
            return 0;
        }
        if (!Double.isFinite(a) || !Double.isFinite(b)) {
            return Double.POSITIVE_INFINITY;
        }
        if (dtype == DType.FLOAT64) {
            long x = ordered(Double.doubleToLongBits(a));
            long y = ordered(Double.doubleToLongBits(b));
            // Ranks near 2^62 do not fit a double: subtract as integers where that cannot overflow.
            return (x ^ y) >= 0 ? Math.abs(x - y) : Math.abs((double) x) + Math.abs((double) y);
        }
        // Narrower floats are exact in binary32; a step of theirs is a whole number of binary32 steps, except among
        // binary16 subnormals, where the step is constant.
        if (dtype == DType.FLOAT16) {
            return Math.abs(half(a) - half(b));
        }
        double distance =
                Math.abs((double) ordered(Float.floatToIntBits((float) a)) - ordered(Float.floatToIntBits((float) b)));
        return dtype == DType.BFLOAT16 ? distance / 0x1p16 : distance;
    }

    private static long ordered(long bits) {
        return bits < 0 ? Long.MIN_VALUE - bits : bits;
    }

    private static int ordered(int bits) {
        return bits < 0 ? Integer.MIN_VALUE - bits : bits;
    }

    /** The rank of a binary16 value among binary16 numbers, counted from 0. */
    private static double half(double value) {
        double magnitude = Math.abs(value);
        double rank;
        if (magnitude < 0x1p-14) {
            rank = magnitude / 0x1p-24;
        } else {
            int exponent = Math.getExponent(magnitude);
            rank = (exponent + 15) * 1024.0 + (magnitude / Math.scalb(1.0, exponent) - 1) * 1024;
        }
        return value < 0 ? -rank : rank;
    }
}
