package dev.bascule.exact.array;

import dev.bascule.fallback.tensor.DType;
import java.util.Arrays;

/**
 * A tensor as the interpreter computes with it, row major. Whoever has one changes neither its dimensions nor its elements, and
 * arrays share them; so it is as good as immutable, and thread-safe.
 */
public abstract sealed class Array implements Operand permits Reals, Integers, Texts {
    /** Elements of one array: 2 GiB of doubles. */
    static final long MOST = 1L << 28;

    private final DType dtype;
    private final int[] dims;

    Array(DType dtype, int[] dims, int elements) {
        this.dtype = dtype;
        this.dims = dims;
        if (Dims.size(dims) != elements) {
            throw new IllegalArgumentException(
                    "%d elements do not fill a shape of %s".formatted(elements, Arrays.toString(dims)));
        }
    }

    /** The type that the model gives it; reals of every type are held as doubles. */
    public final DType dtype() {
        return dtype;
    }

    /** Not a copy. */
    public final int[] dims() {
        return dims;
    }

    public final int rank() {
        return dims.length;
    }

    /** How many elements there are; 1 of a scalar. */
    public final int size() {
        return Dims.size(dims);
    }

    /** The same elements in another shape of as many. */
    public abstract Array reshaped(int... other);

    /**
     * Elements of this one, in another order, some perhaps left out or taken twice.
     *
     * @param from for each element of the result the index, row major, of its source; -1 for 0, or a blank text
     */
    public abstract Array picked(int[] from, int... shape);

    /** The elements of all of one type, one array after the other, in one dimension. */
    public static Array joined(java.util.List<? extends Array> parts) {
        Array first = parts.get(0);
        int size = Math.toIntExact(parts.stream().mapToLong(Array::size).sum());
        if (parts.stream().anyMatch(part -> part.dtype() != first.dtype())) {
            throw new IllegalArgumentException("arrays of different types cannot be joined");
        }
        return first.join(parts, size);
    }

    abstract Array join(java.util.List<? extends Array> parts, int size);

    @Override
    public String toString() {
        return dtype.wireName() + Arrays.toString(dims);
    }
}
