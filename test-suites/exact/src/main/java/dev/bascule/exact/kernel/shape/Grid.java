package dev.bascule.exact.kernel.shape;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import java.util.Arrays;
import java.util.stream.IntStream;

/** Index maps that choose along each axis for itself. Stateless. */
public final class Grid {
    private Grid() {}

    /**
     * For each element of the result the index of its source.
     *
     * @param dims of the source
     * @param picks for each axis the indices that are taken from it, in their order; -1 for none
     */
    public static int[] of(int[] dims, int[][] picks) {
        Dims.size(shape(picks));
        int[] strides = Dims.strides(dims);
        int[] rows = {0};
        for (int axis = 0; axis < dims.length; axis++) {
            int[] wider = new int[rows.length * picks[axis].length];
            int at = 0;
            for (int row : rows) {
                for (int pick : picks[axis]) {
                    wider[at++] = row < 0 || pick < 0 ? -1 : row + pick * strides[axis];
                }
            }
            rows = wider;
        }
        return rows;
    }

    static Array picked(Array array, int[][] picks) {
        return array.picked(of(array.dims(), picks), shape(picks));
    }

    static int[] shape(int[][] picks) {
        return Arrays.stream(picks).mapToInt(axis -> axis.length).toArray();
    }

    /** All indices of each axis, to be changed for some of them. */
    public static int[][] all(int... dims) {
        return Arrays.stream(dims)
                .mapToObj(dim -> IntStream.range(0, dim).toArray())
                .toArray(int[][]::new);
    }
}
