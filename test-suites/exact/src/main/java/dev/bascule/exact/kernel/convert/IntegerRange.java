package dev.bascule.exact.kernel.convert;

import dev.bascule.fallback.tensor.DType;

/** What whole numbers a type holds. Stateless. */
final class IntegerRange {
    private static final double TWO_TO_63 = 0x1p63;

    private IntegerRange() {}

    static boolean isSigned(DType type) {
        return switch (type) {
            case INT4, INT8, INT16, INT32, INT64 -> true;
            default -> false;
        };
    }

    static double least(DType type) {
        return isSigned(type) ? -Math.scalb(1.0, type.bits() - 1) : 0;
    }

    /** The greatest; of the types of 64 bits one more, which a double can hold. */
    static double most(DType type) {
        double end = Math.scalb(1.0, isSigned(type) ? type.bits() - 1 : type.bits());
        return type.bits() == Long.SIZE ? end : end - 1;
    }

    /** Rounded towards zero, and held within the type; of uint64 the bits. What is no number becomes 0. */
    static long held(DType type, double value) {
        double held = Math.max(least(type), Math.min(most(type), value));
        if (type == DType.UINT64 && held >= TWO_TO_63) {
            return (long) (held - TWO_TO_63) + Long.MIN_VALUE;
        }
        return (long) held;
    }
}
