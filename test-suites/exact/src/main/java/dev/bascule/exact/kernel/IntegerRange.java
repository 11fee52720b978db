package dev.bascule.exact.kernel;

import dev.bascule.fallback.tensor.DType;

/** What whole numbers a type holds. Stateless. */
public final class IntegerRange {
    private static final double TWO_TO_63 = 0x1p63;

    private IntegerRange() {}

    public static boolean isSigned(DType type) {
        return switch (type) {
            case INT2, INT4, INT8, INT16, INT32, INT64 -> true;
            default -> false;
        };
    }

    public static double least(DType type) {
        return isSigned(type) ? -Math.scalb(1.0, type.bits() - 1) : 0;
    }

    /** The greatest; of the types of 64 bits one more, which a double can hold. */
    public static double most(DType type) {
        if (type == DType.BOOL) {
            return 1;
        }
        double end = Math.scalb(1.0, isSigned(type) ? type.bits() - 1 : type.bits());
        return type.bits() == Long.SIZE ? end : end - 1;
    }

    /** Whether it has the number, once what is behind the point is cut off. */
    public static boolean holds(DType type, double value) {
        double cut = value < 0 ? Math.ceil(value) : Math.floor(value);
        return cut >= least(type) && (type.bits() == Long.SIZE ? cut < most(type) : cut <= most(type));
    }

    /** Rounded towards zero, and held within the type; of uint64 the bits. What is no number becomes 0. */
    public static long held(DType type, double value) {
        double held = Math.max(least(type), Math.min(most(type), value));
        if (type == DType.UINT64 && held >= TWO_TO_63) {
            return (long) (held - TWO_TO_63) + Long.MIN_VALUE;
        }
        return (long) held;
    }
}
