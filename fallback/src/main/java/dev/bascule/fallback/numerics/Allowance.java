package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.DType;

/** How far one element may lie from the expected one. Immutable. */
public sealed interface Allowance {

    /**
     * {@code |got - expected| <= relative * (|expected| + scale)}, where scale is the root mean square of the expected
     * tensor, so that values that happen to be near zero are judged by the tensor they are part of. For floats only;
     * everything else is exact.
     */
    record Scaled(double relative) implements Allowance {
        public Scaled {
            check(relative);
        }
    }

    /**
     * {@code |got - expected| <= absolute + relative * |expected|}, as numpy's {@code allclose}; with a relative part of 0
     * it is an absolute limit. For floats only; everything else is exact.
     */
    record Close(double absolute, double relative) implements Allowance {
        public Close {
            check(absolute);
            check(relative);
        }
    }

    /**
     * So many representable numbers of the tensor's type between the two, as the conformance tests of WebNN count them
     * (the distance of ordered bits). The difference itself for integers; no float narrower than 16 bits has a count, and
     * they are exact, as bool and strings are.
     */
    record Ulps(double limit) implements Allowance {
        public Ulps {
            check(limit);
        }
    }

    private static void check(double limit) {
        if (!(limit >= 0) || Double.isInfinite(limit)) {
            throw new IllegalArgumentException("a tolerance is finite and not negative, not " + limit);
        }
    }

    /** The part that grows with the expected value; 0 where there is none. */
    default double relativePart() {
        if (this instanceof Scaled scaled) {
            return scaled.relative();
        }
        return this instanceof Close close ? close.relative() : 0;
    }

    /** So many times as wide; what is exact stays exact. */
    default Allowance times(double factor) {
        if (this instanceof Ulps ulps) {
            return new Ulps(ulps.limit() * factor);
        }
        return this instanceof Close close
                ? new Close(close.absolute() * factor, close.relative() * factor)
                : new Scaled(relativePart() * factor);
    }

    /** Whether an element of this type may be off at all. */
    default boolean appliesTo(DType dtype) {
        if (this instanceof Ulps) {
            return Ulp.applies(dtype) || Ulp.isInteger(dtype);
        }
        return dtype.isFloat();
    }

    /**
     * How far two unequal elements are outside, in the allowance's own unit; at most 0 when inside, positive infinity when
     * one is no finite number.
     *
     * @param scale root mean square of the expected tensor
     */
    default double excess(DType dtype, double got, double expected, double scale) {
        double distance = Math.abs(got - expected);
        if (!Double.isFinite(distance) && !(Double.isFinite(got) && Double.isFinite(expected))) {
            return Double.POSITIVE_INFINITY;
        }
        if (!appliesTo(dtype)) {
            return distance;
        }
        if (this instanceof Ulps ulps) {
            return (Ulp.isInteger(dtype) ? distance : Ulp.distance(dtype, got, expected)) - ulps.limit();
        }
        if (this instanceof Close close) {
            return distance - (close.absolute() + close.relative() * Math.abs(expected));
        }
        double allowed = relativePart() * (Math.abs(expected) + scale);
        return distance - (Double.isFinite(allowed) ? allowed : 0);
    }
}
