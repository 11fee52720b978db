package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;

/** Short ways to compare a few values. */
final class Compared {
    private Compared() {}

    static Difference floats(float[] got, float[] expected, Tolerance tolerance) {
        Shape shape = Shape.of(expected.length);
        return compare(Tensor.floats(shape, got), Tensor.floats(shape, expected), tolerance);
    }

    static Tensor longs(long... values) {
        return Tensor.longs(Shape.of(values.length), values);
    }

    static Difference longs(DType dtype, long got, long expected) {
        return compare(
                Tensor.of(dtype, Shape.of(1), longs(got).bytes()),
                Tensor.of(dtype, Shape.of(1), longs(expected).bytes()),
                Tolerance.EXACT);
    }

    static Difference one(DType dtype, int got, int expected, Tolerance tolerance) {
        byte[] a = new byte[(int) dtype.bytes(1)];
        byte[] b = a.clone();
        a[0] = (byte) got;
        b[0] = (byte) expected;
        return compare(Tensor.of(dtype, Shape.of(1), a), Tensor.of(dtype, Shape.of(1), b), tolerance);
    }

    static Difference compare(Tensor got, Tensor expected, Tolerance tolerance) {
        return TensorComparer.compare("y", got, expected, tolerance);
    }
}
