package dev.bascule.exact.kernel.convert;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.shape.Grid;
import dev.bascule.fallback.tensor.DType;
import java.util.Arrays;

/**
 * Scales and zero points of a quantization.
 *
 * @param scales of all elements together, of each index of an axis, or of each block
 * @param zeros as many, or one for all
 * @param of for each element the index of its scale
 */
record Scales(Reals scales, double[] zeros, int[] of) {

    static Scales of(Call call) {
        Array scale = call.array(1);
        Reals scales = scale instanceof Integers integers ? integers.reals(DType.FLOAT32) : call.reals(1);
        double[] zeros = call.arrayIf(2).map(Scales::zeros).orElseGet(() -> new double[scales.size()]);
        if (zeros.length != scales.size()) {
            throw new IllegalArgumentException(
                    "%s has %d scales and %d zero points".formatted(call.operator(), scales.size(), zeros.length));
        }
        return new Scales(scales, zeros, places(call, call.array(0).dims(), scales.dims()));
    }

    private static double[] zeros(Array array) {
        return array instanceof Integers integers
                ? integers.reals(DType.FLOAT64).data()
                : ((Reals) array).data();
    }

    private static int[] places(Call call, int[] dims, int... scales) {
        if (Dims.size(scales) == 1) {
            return new int[Dims.size(dims)];
        }
        // The default of 1 would lie outside of a single dimension, of which there is no other to choose.
        int axis = dims.length == 1 ? 0 : Dims.axis(call.integer("axis", 1), dims.length);
        if (scales.length == 1 && scales[0] == dims[axis]) {
            int[] steps = new int[dims.length];
            steps[axis] = 1;
            return Dims.walked(0, steps, dims);
        }
        int block = Math.toIntExact(call.integer("block_size", 0));
        if (block < 1 || !Arrays.equals(scales, blocks(dims, axis, block))) {
            throw new IllegalArgumentException("scales of %s do not fit %s along axis %d in blocks of %d"
                    .formatted(Arrays.toString(scales), Arrays.toString(dims), axis, block));
        }
        int[][] picks = Grid.all(dims);
        Arrays.setAll(picks[axis], i -> i / block);
        return Grid.of(scales, picks);
    }

    private static int[] blocks(int[] dims, int axis, int block) {
        int[] blocks = dims.clone();
        blocks[axis] = dims[axis] / block + (dims[axis] % block == 0 ? 0 : 1);
        return blocks;
    }

    double scale(int element) {
        return scales.data()[of[element]];
    }

    double zero(int element) {
        return zeros[of[element]];
    }
}
