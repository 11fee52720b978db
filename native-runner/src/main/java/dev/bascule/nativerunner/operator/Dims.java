package dev.bascule.nativerunner.operator;

import ai.djl.ndarray.NDArray;
import ai.djl.ndarray.types.Shape;
import java.util.Arrays;

/** Sizes of arrays. Stateless. */
final class Dims {
    private Dims() {}

    static long[] of(NDArray array) {
        return array.getShape().getShape();
    }

    static int rank(NDArray array) {
        return array.getShape().dimension();
    }

    /** The shape that two broadcast to, the shorter one filled with 1 in front. */
    static long[] broadcast(long[] a, long[] b) {
        int rank = Math.max(a.length, b.length);
        long[] all = new long[rank];
        for (int i = 0; i < rank; i++) {
            long left = i < rank - a.length ? 1 : a[i - (rank - a.length)];
            long right = i < rank - b.length ? 1 : b[i - (rank - b.length)];
            all[i] = left == 1 ? right : left;
        }
        return all;
    }

    static NDArray expanded(NDArray array, long[] to) {
        return array.broadcast(new Shape(to));
    }

    /** A number of the type of an array: of another type it would make results of that. */
    static NDArray scalar(NDArray like, double value) {
        return like.getManager().create(value).toType(like.getDataType(), false);
    }

    /** Reshaped so that it lies along one axis of this rank. */
    static NDArray along(NDArray vector, int axis, int rank) {
        long[] dims = new long[rank];
        Arrays.fill(dims, 1);
        dims[axis] = vector.size();
        return vector.reshape(new Shape(dims));
    }
}
