package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.kernel.linear.Contraction.Matrix;
import dev.bascule.exact.rounding.ProductKind;
import dev.bascule.exact.rounding.Rounding;
import java.util.Arrays;
import java.util.Optional;

/** Products of matrices, as NumPy's matmul has them, and what is made of them. Stateless. */
public final class MatrixProducts {
    private MatrixProducts() {}

    static Operand matMul(Call call) {
        Array a = call.array(0);
        Array b = call.array(1);
        if (a instanceof Integers x && b instanceof Integers y) {
            return whole(x, y);
        }
        if (a instanceof Reals x && b instanceof Reals y) {
            return rounded(x, y, ProductKind.MATMUL, call.rounding());
        }
        throw new UnsupportedOperatorException("MatMul of %s and %s".formatted(a.dtype(), b.dtype()));
    }

    /** com.microsoft's: either matrix may be turned, and the product is multiplied by alpha. */
    static Operand fused(Call call) {
        if (call.flag("transBatchA") || call.flag("transBatchB")) {
            throw new UnsupportedOperatorException("FusedMatMul with turned batches");
        }
        Reals a = call.flag("transA") ? turned(call.reals(0)) : call.reals(0);
        Reals b = call.flag("transB") ? turned(call.reals(1)) : call.reals(1);
        return scaled(rounded(a, b, ProductKind.MATMUL, call.rounding()), call.real("alpha", 1), call.rounding());
    }

    static Operand gemm(Call call) {
        if (!(call.array(0) instanceof Reals)) {
            return wholeGemm(call);
        }
        Reals a = call.flag("transA") ? turned(call.reals(0)) : call.reals(0);
        Reals b = call.flag("transB") ? turned(call.reals(1)) : call.reals(1);
        Rounding rounding = call.rounding();
        Reals y = scaled(rounded(a, b, ProductKind.GEMM, rounding), call.real("alpha", 1), rounding);
        Optional<Reals> c = call.realsIf(2).map(more -> scaled(more, call.real("beta", 1), rounding));
        return c.map(more -> plus(y, more, rounding)).orElse(y);
    }

    private static Operand wholeGemm(Call call) {
        Integers a = call.integers(0);
        Integers b = call.integers(1);
        if (call.real("alpha", 1) != 1 || call.real("beta", 1) != 1) {
            throw new UnsupportedOperatorException("Gemm of whole numbers with factors");
        }
        Integers y = whole(
                call.flag("transA") ? (Integers) turnedArray(a) : a,
                call.flag("transB") ? (Integers) turnedArray(b) : b);
        if (!call.has(2)) {
            return y;
        }
        Integers c = call.integers(2);
        int[] repeated = Dims.repeated(c.dims(), y.dims());
        long[] sums = new long[y.size()];
        Arrays.setAll(sums, i -> y.data()[i] + c.data()[repeated[i]]);
        return Integers.wrapped(y.dtype(), sums, y.dims());
    }

    /** The product of floats, told to the rounding. */
    public static Reals rounded(Reals a, Reals b, ProductKind kind, Rounding rounding) {
        Reals y = product(rounding.factor(kind, a), rounding.factor(kind, b));
        int terms = a.dims()[a.rank() - 1];
        return rounding.products(kind, y, terms, () -> product(squared(a), squared(b)));
    }

    static Reals squared(Reals values) {
        return values.mapped(value -> value * value);
    }

    private static Reals scaled(Reals y, double factor, Rounding rounding) {
        return factor == 1 ? y : rounding.relative(y.mapped(value -> value * factor), 1);
    }

    /** The sum with an array that is repeated to fill this one. */
    static Reals plus(Reals y, Reals more, Rounding rounding) {
        int[] repeated = Dims.repeated(more.dims(), y.dims());
        double[] sums = new double[y.size()];
        for (int i = 0; i < sums.length; i++) {
            sums[i] = y.data()[i] + more.data()[repeated[i]];
        }
        return rounding.relative(new Reals(y.dtype(), sums, y.dims()), 1);
    }

    /** With the last two dimensions exchanged. */
    public static Reals turned(Reals matrix) {
        return (Reals) turnedArray(matrix);
    }

    private static Array turnedArray(Array matrix) {
        int[] dims = matrix.dims().clone();
        int[] steps = Dims.strides(dims);
        int last = dims.length - 1;
        swap(dims, last);
        swap(steps, last);
        return matrix.picked(Dims.walked(0, steps, dims), dims);
    }

    private static void swap(int[] values, int last) {
        int kept = values[last];
        values[last] = values[last - 1];
        values[last - 1] = kept;
    }

    /** Which matrices meet: shapes with a vector made a matrix, and the batches repeated to each other. */
    private record Shapes(int m, int n, int k, int[] batch, int[] ofA, int[] ofB, int[] result) {
        static Shapes of(int[] a, int[] b) {
            if (a.length == 0 || b.length == 0) {
                throw new IllegalArgumentException("a product of matrices with a scalar");
            }
            int[] left = a.length == 1 ? new int[] {1, a[0]} : a;
            int[] right = b.length == 1 ? new int[] {b[0], 1} : b;
            int m = left[left.length - 2];
            int k = left[left.length - 1];
            int n = right[right.length - 1];
            if (right[right.length - 2] != k) {
                throw new IllegalArgumentException(
                        "%s and %s have no product".formatted(Arrays.toString(a), Arrays.toString(b)));
            }
            int[] batchA = Arrays.copyOf(left, left.length - 2);
            int[] batchB = Arrays.copyOf(right, right.length - 2);
            int[] batch = Dims.broadcast(batchA, batchB);
            int[] result = Arrays.copyOf(batch, batch.length + (a.length > 1 ? 1 : 0) + (b.length > 1 ? 1 : 0));
            int at = batch.length;
            if (a.length > 1) {
                result[at++] = m;
            }
            if (b.length > 1) {
                result[at] = n;
            }
            return new Shapes(m, n, k, batch, Dims.repeated(batchA, batch), Dims.repeated(batchB, batch), result);
        }
    }

    private static Reals product(Reals a, Reals b) {
        Shapes shapes = Shapes.of(a.dims(), b.dims());
        int m = shapes.m;
        int n = shapes.n;
        int k = shapes.k;
        double[] c = new double[Dims.size(shapes.result)];
        if (shapes.ofB.length > 1 && Arrays.stream(shapes.ofB).allMatch(index -> index == 0)) {
            // One matrix on the right for all: one tall product.
            Contraction.multiply(
                    new Matrix(a.data(), 0, k),
                    new Matrix(b.data(), 0, n),
                    new Matrix(c, 0, n),
                    c.length / Math.max(1, n),
                    n,
                    k);
            return new Reals(a.dtype(), c, shapes.result);
        }
        for (int i = 0; i < shapes.ofA.length; i++) {
            Contraction.multiply(
                    new Matrix(a.data(), shapes.ofA[i] * m * k, k),
                    new Matrix(b.data(), shapes.ofB[i] * k * n, n),
                    new Matrix(c, i * m * n, n),
                    m,
                    n,
                    k);
        }
        return new Reals(a.dtype(), c, shapes.result);
    }

    private static Integers whole(Integers a, Integers b) {
        Shapes shapes = Shapes.of(a.dims(), b.dims());
        long[] c = new long[Dims.size(shapes.result)];
        for (int batch = 0; batch < shapes.ofA.length; batch++) {
            int fromA = shapes.ofA[batch] * shapes.m * shapes.k;
            int fromB = shapes.ofB[batch] * shapes.k * shapes.n;
            for (int i = 0; i < shapes.m; i++) {
                for (int k = 0; k < shapes.k; k++) {
                    long left = a.data()[fromA + i * shapes.k + k];
                    for (int j = 0; j < shapes.n; j++) {
                        c[(batch * shapes.m + i) * shapes.n + j] += left * b.data()[fromB + k * shapes.n + j];
                    }
                }
            }
        }
        return Integers.wrapped(a.dtype(), c, shapes.result);
    }
}
