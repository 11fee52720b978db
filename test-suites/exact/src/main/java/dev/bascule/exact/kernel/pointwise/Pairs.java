package dev.bascule.exact.kernel.pointwise;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Texts;
import dev.bascule.exact.kernel.Call;
import java.util.Arrays;
import java.util.function.DoubleBinaryOperator;
import java.util.function.LongBinaryOperator;

/** Functions of two elements, over two arrays repeated to one shape. Stateless. */
final class Pairs {
    private Pairs() {}

    @FunctionalInterface
    interface RealTest {
        boolean test(double a, double b);
    }

    @FunctionalInterface
    interface WholeTest {
        boolean test(long a, long b);
    }

    /** The second input, set below the axes of the first that an attribute names, as operators had it before version 7. */
    static Array second(Call call) {
        Array b = call.array(1);
        if (!call.flag("broadcast") || call.attribute("axis").isEmpty()) {
            return b;
        }
        int rank = call.array(0).rank();
        int[] dims = Arrays.copyOf(b.dims(), rank - Dims.axis(call.integer("axis", 0), rank));
        Arrays.fill(dims, Math.min(b.rank(), dims.length), dims.length, 1);
        return b.reshaped(dims);
    }

    static IllegalArgumentException unlike(Call call) {
        return new IllegalArgumentException(
                "the inputs of %s have types that do not go together".formatted(call.operator()));
    }

    /** The result has the first one's type. */
    static Reals reals(Reals a, Reals b, DoubleBinaryOperator function) {
        double[] x = a.data();
        double[] z = b.data();
        Pairing pairing = Pairing.of(a.dims(), b.dims());
        double[] y = new double[pairing.size()];
        pairing.rows((i, di, j, dj, at, length) -> {
            for (int k = 0; k < length; k++) {
                y[at + k] = function.applyAsDouble(x[i + k * di], z[j + k * dj]);
            }
        });
        return new Reals(a.dtype(), y, pairing.dims());
    }

    /** The result has the first one's type, and is wrapped to it. */
    static Integers wholes(Integers a, Integers b, LongBinaryOperator function) {
        long[] x = a.data();
        long[] z = b.data();
        Pairing pairing = Pairing.of(a.dims(), b.dims());
        long[] y = new long[pairing.size()];
        pairing.rows((i, di, j, dj, at, length) -> {
            for (int k = 0; k < length; k++) {
                y[at + k] = function.applyAsLong(x[i + k * di], z[j + k * dj]);
            }
        });
        return Integers.wrapped(a.dtype(), y, pairing.dims());
    }

    static Integers tested(Reals a, Reals b, RealTest test) {
        double[] x = a.data();
        double[] z = b.data();
        Pairing pairing = Pairing.of(a.dims(), b.dims());
        long[] y = new long[pairing.size()];
        pairing.rows((i, di, j, dj, at, length) -> {
            for (int k = 0; k < length; k++) {
                y[at + k] = test.test(x[i + k * di], z[j + k * dj]) ? 1 : 0;
            }
        });
        return Integers.booleans(y, pairing.dims());
    }

    static Integers tested(Integers a, Integers b, WholeTest test) {
        long[] x = a.data();
        long[] z = b.data();
        Pairing pairing = Pairing.of(a.dims(), b.dims());
        long[] y = new long[pairing.size()];
        pairing.rows((i, di, j, dj, at, length) -> {
            for (int k = 0; k < length; k++) {
                y[at + k] = test.test(x[i + k * di], z[j + k * dj]) ? 1 : 0;
            }
        });
        return Integers.booleans(y, pairing.dims());
    }

    static Integers equal(Texts a, Texts b) {
        String[] x = a.data();
        String[] z = b.data();
        Pairing pairing = Pairing.of(a.dims(), b.dims());
        long[] y = new long[pairing.size()];
        pairing.rows((i, di, j, dj, at, length) -> {
            for (int k = 0; k < length; k++) {
                y[at + k] = x[i + k * di].equals(z[j + k * dj]) ? 1 : 0;
            }
        });
        return Integers.booleans(y, pairing.dims());
    }
}
