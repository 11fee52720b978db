package dev.bascule.exact.kernel.convert;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.ArrayTensors;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Texts;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.IntegerRange;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.FloatFormat;
import dev.bascule.fallback.tensor.Tensor;

/** The same values as another type has them. Stateless. */
final class Casts {
    private Casts() {}

    static Array cast(Call call) {
        if (call.attribute("to").isEmpty()) {
            throw new IllegalArgumentException("Cast does not say to what");
        }
        return cast(call, call.dtype("to", DType.FLOAT32));
    }

    static Array castLike(Call call) {
        return cast(call, call.array(1).dtype());
    }

    private static Array cast(Call call, DType to) {
        Array given = call.array(0);
        if (given.dtype() == to) {
            return given;
        }
        if (given instanceof Reals reals) {
            return fromReals(call, reals, to);
        }
        return given instanceof Integers integers
                ? fromIntegers(call, integers, to)
                : fromTexts(call, (Texts) given, to);
    }

    private static Array fromReals(Call call, Reals reals, DType to) {
        if (to.isFloat()) {
            return toReals(call, reals, to);
        }
        double[] data = call.rounding().atStep(reals).data();
        if (to == DType.STRING) {
            return NumberTexts.of(reals.dtype(), data, reals.dims());
        }
        long[] whole = new long[data.length];
        for (int i = 0; i < whole.length; i++) {
            whole[i] = to == DType.BOOL ? (data[i] != 0 ? 1 : 0) : whole(data[i], to);
        }
        return Integers.wrapped(to, whole, reals.dims());
    }

    /** ONNX leaves open what comes of a number that the type does not hold, but has cases where 4 bits hold it to their range (and 2 bits do not). */
    private static long whole(double value, DType to) {
        boolean stops = to.bits() == 4 && Double.isFinite(value);
        if (!stops && !IntegerRange.holds(to, value)) {
            throw new UnsupportedOperatorException(
                    "a cast of %s to %s, which does not hold it".formatted(value, to.wireName()));
        }
        return IntegerRange.held(to, value);
    }

    private static Reals toReals(Call call, Reals reals, DType to) {
        if (to.bits() <= Byte.SIZE) {
            return narrowed(call, reals, to);
        }
        boolean wider =
                FloatFormat.of(to).precision() >= FloatFormat.of(reals.dtype()).precision();
        return wider ? reals.as(to) : rounded(call, reals.as(to));
    }

    /** What the type can hold is not rounded: a mask of 0 and 1 stays one. */
    private static Reals rounded(Call call, Reals reals) {
        Reals rounded = call.rounding().relative(reals, 1);
        if (rounded == reals) {
            return reals;
        }
        FloatFormat format = FloatFormat.of(reals.dtype());
        double[] data = rounded.data().clone();
        for (int i = 0; i < data.length; i++) {
            double value = reals.data()[i];
            data[i] = format.nearest(value) == value ? value : data[i];
        }
        return new Reals(reals.dtype(), data, reals.dims());
    }

    /** To a type of 8 bits and less, in which every value is one of the type's. */
    private static Reals narrowed(Call call, Reals reals, DType to) {
        boolean saturates = call.integer("saturate", 1) != 0;
        Reals asked = call.rounding().atStep(reals);
        return to == DType.FLOAT8E8M0
                ? asked.mapped(value -> powerOfTwo(call, value)).as(to)
                : asked.mapped(value -> narrow(to, value, saturates)).as(to);
    }

    /**
     * The nearest number of a type of 8 bits and less.
     *
     * @param saturates whether what is too great becomes the greatest. So does an infinity: ONNX's table has no number
     *     for it in the types without negative zero, but ONNX's published cases have the greatest.
     */
    static double narrow(DType to, double value, boolean saturates) {
        if (to == DType.FLOAT4E2M1 && Double.isNaN(value)) {
            throw new UnsupportedOperatorException("a cast of NaN to float4e2m1, which has no such value");
        }
        double nearest = FloatFormat.nearest(to, value);
        if (saturates && !Double.isNaN(value) && !Double.isFinite(nearest)) {
            return Math.copySign(FloatFormat.most(to), value);
        }
        boolean unsignedZero = to == DType.FLOAT8E4M3FNUZ || to == DType.FLOAT8E5M2FNUZ;
        return unsignedZero && nearest == 0 ? 0 : nearest;
    }

    /** To the type that has powers of two alone, by the attribute {@code round_mode}. */
    private static double powerOfTwo(Call call, double value) {
        FloatFormat format = FloatFormat.of(DType.FLOAT8E8M0);
        if (!(value >= Math.scalb(1.0, format.least())) || value > format.most()) {
            throw new UnsupportedOperatorException(
                    "a cast of %s to float8e8m0, which does not hold it".formatted(value));
        }
        double below = Math.scalb(1.0, Math.getExponent(value));
        return switch (call.text("round_mode", "up")) {
            case "up" -> value > below ? 2 * below : below;
            case "down" -> below;
            default -> value >= 1.5 * below ? 2 * below : below;
        };
    }

    private static Array fromIntegers(Call call, Integers integers, DType to) {
        if (to == DType.STRING) {
            return NumberTexts.of(integers);
        }
        if (!to.isFloat()) {
            return Integers.wrapped(to, integers.data().clone(), integers.dims());
        }
        if (to.bits() <= Byte.SIZE) {
            return narrowed(call, integers.reals(DType.FLOAT64), to);
        }
        return rounded(call, integers.reals(to));
    }

    private static Array fromTexts(Call call, Texts texts, DType to) {
        if (to.isFloat()) {
            Reals read = new Reals(DType.FLOAT64, NumberTexts.reals(texts), texts.dims());
            return to == DType.FLOAT64 ? read : toReals(call, read, to);
        }
        if (to == DType.BOOL) {
            throw new UnsupportedOperatorException("a cast of strings to booleans, of which ONNX does not say how");
        }
        return Integers.wrapped(to, NumberTexts.wholes(texts, to), texts.dims());
    }

    static Array bitCast(Call call) {
        Array given = call.array(0);
        DType to = call.dtype("to", given.dtype());
        if (given.dtype().bits() != to.bits() || to == DType.STRING || given.dtype() == DType.STRING) {
            throw new IllegalArgumentException(
                    "a BitCast from %s to %s".formatted(given.dtype().wireName(), to.wireName()));
        }
        Array array = given instanceof Reals reals ? call.rounding().atStep(reals) : given;
        Tensor bits = ArrayTensors.toTensor(array);
        return ArrayTensors.of(Tensor.of(to, bits.shape(), bits.data()));
    }
}
