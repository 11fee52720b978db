package dev.bascule.exact.array;

import dev.bascule.fallback.tensor.DType;
import java.util.List;
import java.util.function.DoubleUnaryOperator;

/** Real numbers: elements of every floating type, held as doubles and rounded to no narrower type between operators. */
public final class Reals extends Array {
    private final double[] data;

    /** @param data kept, not copied */
    public Reals(DType dtype, double[] data, int... dims) {
        super(dtype, dims, data.length);
        if (!dtype.isFloat()) {
            throw new IllegalArgumentException(dtype + " holds no real numbers");
        }
        this.data = data;
    }

    /** Not a copy. */
    public double[] data() {
        return data;
    }

    /** A scalar's value, or the only element's. */
    public double only() {
        if (data.length != 1) {
            throw new IllegalArgumentException("one number is wanted, and there are " + data.length);
        }
        return data[0];
    }

    @Override
    public Reals reshaped(int... other) {
        return new Reals(dtype(), data, other);
    }

    @Override
    public Reals picked(int[] from, int... shape) {
        double[] picked = new double[from.length];
        for (int i = 0; i < from.length; i++) {
            picked[i] = from[i] < 0 ? 0 : data[from[i]];
        }
        return new Reals(dtype(), picked, shape);
    }

    @Override
    Array join(List<? extends Array> parts, int size) {
        double[] all = new double[size];
        int at = 0;
        for (Array part : parts) {
            System.arraycopy(((Reals) part).data, 0, all, at, part.size());
            at += part.size();
        }
        return new Reals(dtype(), all, size);
    }

    /** Each element by a function without side effects; in threads where there are many. */
    public Reals mapped(DoubleUnaryOperator function) {
        double[] mapped = new double[data.length];
        Spans.over(data.length, (from, to) -> {
            for (int i = from; i < to; i++) {
                mapped[i] = function.applyAsDouble(data[i]);
            }
        });
        return new Reals(dtype(), mapped, dims());
    }

    /** The same numbers, called another floating type. */
    public Reals as(DType other) {
        return other == dtype() ? this : new Reals(other, data, dims());
    }
}
