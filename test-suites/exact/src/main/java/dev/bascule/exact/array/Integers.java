package dev.bascule.exact.array;

import dev.bascule.fallback.tensor.DType;
import java.util.List;
import java.util.function.LongUnaryOperator;

/** Whole numbers and booleans: each a long that its type can hold, but for uint64, whose bits it is. */
public final class Integers extends Array {
    private final long[] data;

    private Integers(long[] data, DType dtype, int[] dims) {
        super(dtype, dims, data.length);
        if (dtype.isFloat() || dtype == DType.STRING) {
            throw new IllegalArgumentException(dtype + " holds no whole numbers");
        }
        this.data = data;
    }

    /**
     * Of numbers of any size, of which the type keeps the low bits, as two's complement has it; a boolean is whether it is not 0.
     *
     * @param data kept, and changed, not copied
     */
    public static Integers wrapped(DType dtype, long[] data, int... dims) {
        int unused = Long.SIZE - dtype.bits();
        for (int i = 0; i < data.length; i++) {
            data[i] = switch (dtype) {
                case BOOL -> data[i] == 0 ? 0 : 1;
                case INT2, INT4, INT8, INT16, INT32 -> data[i] << unused >> unused;
                case UINT2, UINT4, UINT8, UINT16, UINT32 -> data[i] << unused >>> unused;
                default -> data[i];
            };
        }
        return new Integers(data, dtype, dims);
    }

    public static Integers longs(long[] data, int... dims) {
        return new Integers(data, DType.INT64, dims);
    }

    /** @param data 0 or 1 */
    public static Integers booleans(long[] data, int... dims) {
        return new Integers(data, DType.BOOL, dims);
    }

    /** Not a copy. */
    public long[] data() {
        return data;
    }

    /** As indices and sizes. */
    public int[] ints() {
        int[] ints = new int[data.length];
        for (int i = 0; i < ints.length; i++) {
            ints[i] = Math.toIntExact(data[i]);
        }
        return ints;
    }

    /** A scalar's value, or the only element's. */
    public long only() {
        if (data.length != 1) {
            throw new IllegalArgumentException("one number is wanted, and there are " + data.length);
        }
        return data[0];
    }

    /** An element as a real number, to the nearest. */
    public double real(int index) {
        long value = data[index];
        // Half of it, with the bit shifted out kept as a sticky bit so that it is rounded once only.
        return dtype() == DType.UINT64 && value < 0 ? (value >>> 1 | value & 1) * 2.0 : value;
    }

    @Override
    public Integers reshaped(int... other) {
        return new Integers(data, dtype(), other);
    }

    @Override
    public Integers picked(int[] from, int... shape) {
        long[] picked = new long[from.length];
        for (int i = 0; i < from.length; i++) {
            picked[i] = from[i] < 0 ? 0 : data[from[i]];
        }
        return new Integers(picked, dtype(), shape);
    }

    @Override
    Array join(List<? extends Array> parts, int size) {
        long[] all = new long[size];
        int at = 0;
        for (Array part : parts) {
            System.arraycopy(((Integers) part).data, 0, all, at, part.size());
            at += part.size();
        }
        return new Integers(all, dtype(), new int[] {size});
    }

    /** Each element by a function, wrapped. */
    public Integers mapped(LongUnaryOperator function) {
        long[] mapped = new long[data.length];
        for (int i = 0; i < data.length; i++) {
            mapped[i] = function.applyAsLong(data[i]);
        }
        return wrapped(dtype(), mapped, dims());
    }

    /** As real numbers. */
    public Reals reals(DType type) {
        double[] reals = new double[data.length];
        for (int i = 0; i < reals.length; i++) {
            reals[i] = real(i);
        }
        return new Reals(type, reals, dims());
    }
}
