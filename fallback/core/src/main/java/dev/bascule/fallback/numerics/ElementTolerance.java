package dev.bascule.fallback.numerics;

import dev.bascule.fallback.backend.Precision;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;
import java.util.Optional;

/** The bound on how far one element may lie from the expected one. Immutable. */
public sealed interface ElementTolerance {

    /**
     * {@code |got - expected| <= floor + relative * (|expected| + scale)}, where scale is the {@linkplain Magnitude typical
     * magnitude} of the expected tensor, so that values that happen to be near zero are judged by the tensor they are part
     * of. For floats only; everything else is exact. Of floats narrower than 32 bits, values that are all off by one factor
     * may be off by half the relative part: it is wide enough for the worst of many roundings, which do not all go one way.
     */
    record Scaled(double relative, double floor) implements ElementTolerance {
        public Scaled {
            check(relative);
            check(floor);
        }

        /** Without a floor. */
        public Scaled(double relative) {
            this(relative, 0);
        }
    }

    /**
     * {@code |got - expected| <= relative * (|expected| + root mean square of the expected tensor)}: what earlier builds judged
     * by. It is read from their records, and nothing is judged by it.
     */
    record ByRms(double relative) implements ElementTolerance {
        public ByRms {
            check(relative);
        }
    }

    /**
     * {@code |got - expected| <= absolute + relative * |expected|}, as numpy's {@code allclose}; with a relative part of 0
     * it is an absolute limit. For floats only; everything else is exact.
     */
    record Close(double absolute, double relative) implements ElementTolerance {
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
    record Ulps(double limit) implements ElementTolerance {
        public Ulps {
            check(limit);
        }
    }

    /**
     * {@code |got - expected| <= limit * deviation + half of the distance of neighbours}, where the deviation is what rounding
     * alone makes of this element ({@link RoundingNoise}), and the expected one was rounded once. For floats only; everything
     * else is exact.
     *
     * @param narrow whether 16-bit floats may have been added up in 16 bits, and not in 32 as is usual
     * @param products what 32-bit floats may have been multiplied in, the narrowest; empty for 32 bits
     */
    record Noise(double limit, boolean narrow, Optional<Precision> products) implements ElementTolerance {
        public Noise {
            check(limit);
        }

        /** Of products in at least 32 bits. */
        public Noise(double limit, boolean narrow) {
            this(limit, narrow, Optional.empty());
        }

        /** Of sums in at least 32 bits, too. */
        public Noise(double limit) {
            this(limit, false);
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
        if (this instanceof ByRms rms) {
            return rms.relative();
        }
        return this instanceof Close close ? close.relative() : 0;
    }

    /** So many times as wide; what is exact stays exact. */
    default ElementTolerance times(double factor) {
        if (this instanceof Ulps ulps) {
            return new Ulps(ulps.limit() * factor);
        }
        if (this instanceof Noise noise) {
            return new Noise(noise.limit() * factor, noise.narrow(), noise.products());
        }
        if (this instanceof Scaled scaled) {
            return new Scaled(scaled.relative() * factor, scaled.floor() * factor);
        }
        return this instanceof Close close
                ? new Close(close.absolute() * factor, close.relative() * factor)
                : new ByRms(relativePart() * factor);
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
     * @param scale typical magnitude of the expected tensor; of {@link Noise} the deviation of the element
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
        if (this instanceof Noise noise) {
            return distance - (noise.limit() * scale + FloatFormat.of(dtype).spacing(expected) / 2);
        }
        double floor = this instanceof Scaled scaled ? scaled.floor() : 0;
        double allowed = floor + relativePart() * (Math.abs(expected) + scale);
        return distance - (Double.isFinite(allowed) ? allowed : 0);
    }
}
