package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.rounding.ProductKind;
import dev.bascule.exact.rounding.Rounding;
import dev.bascule.fallback.tensor.DType;
import java.util.Arrays;
import java.util.Optional;

/**
 * Sums of products of 8-bit integers, which are exact: a double holds each sum of up to 2³⁷ of them. The quantized forms round once, after
 * the product with the scales. Stateless.
 */
final class IntegerProducts {
    private IntegerProducts() {}

    static Operand matMul(Call call) {
        Reals a = centred(
                call.array(0), call.arrayIf(2), Math.max(0, call.array(0).rank() - 2));
        Reals b = centred(
                call.array(1), call.arrayIf(3), Math.max(0, call.array(1).rank() - 1));
        return whole(MatrixProducts.rounded(a, b, ProductKind.MATMUL, Rounding.NONE));
    }

    static Operand conv(Call call) {
        Reals x = centred(call.array(0), call.arrayIf(2), 1);
        Reals w = centred(call.array(1), call.arrayIf(3), 0);
        return whole(Convolutions.conv(unrounded(call), x, w, Optional.empty()));
    }

    static Operand quantizedMatMul(Call call) {
        Reals a = centred(
                call.array(0), call.arrayIf(2), Math.max(0, call.array(0).rank() - 2));
        Reals b = centred(
                call.array(3), call.arrayIf(5), Math.max(0, call.array(3).rank() - 1));
        Reals sums = MatrixProducts.rounded(a, b, ProductKind.MATMUL, Rounding.NONE);
        Reals left = along(call.reals(1), a.rank(), a.rank() - 2);
        Reals right = along(call.reals(4), b.rank(), b.rank() - 1);
        return quantized(call, product(product(sums, left), right), call.reals(6), call.array(7));
    }

    static Operand quantizedConv(Call call) {
        Reals x = centred(call.array(0), call.arrayIf(2), 1);
        Reals w = centred(call.array(3), call.arrayIf(5), 0);
        Optional<Reals> bias = call.integersIf(8).map(whole -> whole.reals(DType.FLOAT64));
        Reals sums = Convolutions.conv(unrounded(call), x, w, bias);
        Reals scaled = product(product(sums, call.reals(1)), along(call.reals(4), sums.rank(), 1));
        return quantized(call, scaled, call.reals(6), call.array(7));
    }

    /** The same call, in which nothing rounds: what it adds up are whole numbers. */
    private static Call unrounded(Call call) {
        return call.with(Rounding.NONE);
    }

    /**
     * The whole numbers less their zero point.
     *
     * @param axis that a zero point of several elements runs along
     */
    static Reals centred(Array values, Optional<Array> zero, int axis) {
        if (!(values instanceof Integers whole)) {
            throw new UnsupportedOperatorException(
                    "a quantized product of " + values.dtype().wireName());
        }
        // Of 64 bits: no rounding is told of what is exact.
        Reals reals = whole.reals(DType.FLOAT64);
        if (zero.isEmpty()) {
            return reals;
        }
        if (!(zero.get() instanceof Integers points)) {
            throw new UnsupportedOperatorException("a zero point that is no whole number");
        }
        Reals offset = along(points.reals(DType.FLOAT64), reals.rank(), axis);
        int[] repeated = Dims.repeated(offset.dims(), reals.dims());
        double[] centred = new double[reals.size()];
        Arrays.setAll(centred, i -> reals.data()[i] - offset.data()[repeated[i]]);
        return new Reals(DType.FLOAT64, centred, reals.dims());
    }

    /** A scale or zero point, which is one number, or one for each index of an axis, or has the full rank already. */
    private static Reals along(Reals values, int rank, int axis) {
        if (values.rank() > 1 || values.size() == 1) {
            return values.size() == 1 ? values.reshaped() : values;
        }
        int[] dims = new int[Math.max(rank, 1)];
        Arrays.fill(dims, 1);
        dims[Math.max(0, axis)] = values.size();
        return values.reshaped(dims);
    }

    private static Reals product(Reals values, Reals factor) {
        int[] repeated = Dims.repeated(factor.dims(), values.dims());
        double[] product = new double[values.size()];
        Arrays.setAll(product, i -> values.data()[i] * factor.data()[repeated[i]]);
        return new Reals(values.dtype(), product, values.dims());
    }

    private static Integers whole(Reals sums) {
        long[] whole = new long[sums.size()];
        Arrays.setAll(whole, i -> (long) sums.data()[i]);
        return Integers.wrapped(DType.INT32, whole, sums.dims());
    }

    private static Operand quantized(Call call, Reals values, Reals scale, Array zero) {
        if (!(zero instanceof Integers point) || scale.size() != 1 || point.size() != 1) {
            throw new UnsupportedOperatorException(call.operator() + " with scales of the result along an axis");
        }
        DType dtype = point.dtype();
        Reals divided = new Reals(DType.FLOAT32, values.data(), values.dims()).mapped(value -> value / scale.only());
        // An engine rounds the sums, the product of the scales and this quotient.
        Reals asked = call.rounding().atEvenSteps(call.rounding().relative(divided, 3));
        double least = dtype == DType.INT8 ? Byte.MIN_VALUE : 0;
        double most = dtype == DType.INT8 ? Byte.MAX_VALUE : 255;
        long[] rounded = new long[asked.size()];
        for (int i = 0; i < rounded.length; i++) {
            rounded[i] = (long) Math.max(least, Math.min(most, Math.rint(asked.data()[i]) + point.only()));
        }
        return Integers.wrapped(dtype, rounded, asked.dims());
    }
}
