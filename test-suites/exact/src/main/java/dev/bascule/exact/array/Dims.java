package dev.bascule.exact.array;

import java.util.Arrays;

/** Dimensions as arrays of sizes, row major. Stateless. */
public final class Dims {
    private Dims() {}

    /**
     * How many elements there are; 1 of none.
     *
     * @throws ArraySizeException when there are more than the interpreter holds
     */
    public static int size(int... dims) {
        long size = 1;
        for (int dim : dims) {
            if (dim < 0) {
                throw new IllegalArgumentException("a dimension is negative: " + Arrays.toString(dims));
            }
            size = Math.min(size * dim, Long.MAX_VALUE >> 32);
            if (dim == 0) {
                return 0;
            }
        }
        if (size > Array.MOST) {
            throw new ArraySizeException(dims);
        }
        return (int) size;
    }

    /** Of the dimensions from one to before another. */
    public static int size(int[] dims, int from, int to) {
        return size(Arrays.copyOfRange(dims, from, to));
    }

    /** How many elements lie from one index of a dimension to the next. */
    public static int[] strides(int... dims) {
        int[] strides = new int[dims.length];
        int stride = 1;
        for (int axis = dims.length - 1; axis >= 0; axis--) {
            strides[axis] = stride;
            stride *= Math.max(1, dims[axis]);
        }
        return strides;
    }

    /** An axis counted from the front, given from the front, or with a minus from the back. */
    public static int axis(long axis, int rank) {
        if (axis < -rank || axis >= Math.max(1, rank)) {
            throw new IllegalArgumentException("there is no axis %d of %d".formatted(axis, rank));
        }
        return (int) (axis < 0 ? axis + rank : axis);
    }

    /** The shape that both are repeated to, as NumPy has it. */
    public static int[] broadcast(int[] a, int[] b) {
        int[] dims = new int[Math.max(a.length, b.length)];
        for (int i = 0; i < dims.length; i++) {
            int x = i < dims.length - a.length ? 1 : a[i - dims.length + a.length];
            int y = i < dims.length - b.length ? 1 : b[i - dims.length + b.length];
            if (x != y && x != 1 && y != 1) {
                throw new IllegalArgumentException(
                        "%s and %s do not fit each other".formatted(Arrays.toString(a), Arrays.toString(b)));
            }
            dims[i] = x == 1 ? y : x;
        }
        return dims;
    }

    /** For each element of the wider shape, the index of the element of the narrower one that is repeated there. */
    public static int[] repeated(int[] from, int... to) {
        int[] strides = strides(from);
        int[] steps = new int[to.length];
        int before = to.length - from.length;
        for (int axis = 0; axis < from.length; axis++) {
            if (before < 0 || from[axis] != 1 && from[axis] != to[before + axis]) {
                throw new IllegalArgumentException(
                        "%s cannot be repeated to %s".formatted(Arrays.toString(from), Arrays.toString(to)));
            }
            steps[before + axis] = from[axis] == 1 ? 0 : strides[axis];
        }
        return walked(0, steps, to);
    }

    /** The indices that a walk through a shape meets, with a stride for each of its dimensions. */
    public static int[] walked(int start, int[] steps, int... dims) {
        int[] indices = new int[size(dims)];
        if (indices.length == 0) {
            return indices;
        }
        int last = dims.length - 1;
        int inner = last < 0 ? 1 : dims[last];
        int step = last < 0 ? 0 : steps[last];
        int[] counter = new int[Math.max(1, dims.length)];
        int row = start;
        for (int at = 0; at < indices.length; at += inner) {
            for (int i = 0; i < inner; i++) {
                indices[at + i] = row + i * step;
            }
            for (int axis = last - 1; axis >= 0; axis--) {
                row += steps[axis];
                if (++counter[axis] < dims[axis]) {
                    break;
                }
                row -= steps[axis] * dims[axis];
                counter[axis] = 0;
            }
        }
        return indices;
    }
}
