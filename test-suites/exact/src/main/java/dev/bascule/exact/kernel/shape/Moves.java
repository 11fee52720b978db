package dev.bascule.exact.kernel.shape;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.kernel.Call;
import java.util.Arrays;

/** Operators that put elements elsewhere by a rule of their places. Stateless. */
final class Moves {
    private Moves() {}

    static Array transpose(Call call) {
        Array data = call.array(0);
        int rank = data.rank();
        int[] order = new int[rank];
        Arrays.setAll(order, axis -> rank - 1 - axis);
        return transposed(
                data,
                call.integers("perm")
                        .map(perm -> Arrays.stream(perm)
                                .mapToInt(axis -> Dims.axis(axis, rank))
                                .toArray())
                        .orElse(order));
    }

    /** @param order for each axis of the result the one that it was */
    static Array transposed(Array data, int... order) {
        int[] strides = Dims.strides(data.dims());
        int[] steps = new int[order.length];
        int[] dims = new int[order.length];
        if (Arrays.stream(order).distinct().count() != data.rank() || order.length != data.rank()) {
            throw new IllegalArgumentException(
                    "%s is no order of %d axes".formatted(Arrays.toString(order), data.rank()));
        }
        for (int axis = 0; axis < order.length; axis++) {
            steps[axis] = strides[order[axis]];
            dims[axis] = data.dims()[order[axis]];
        }
        return data.picked(Dims.walked(0, steps, dims), dims);
    }

    static Array depthToSpace(Call call) {
        Array data = call.array(0);
        int block = block(call);
        int[] d = image(data);
        int depth = split(d[1], block * block);
        boolean depthFirst = call.text("mode", "DCR").equals("DCR");
        Array apart = depthFirst
                ? transposed(data.reshaped(d[0], block, block, depth, d[2], d[3]), 0, 3, 4, 1, 5, 2)
                : transposed(data.reshaped(d[0], depth, block, block, d[2], d[3]), 0, 1, 4, 2, 5, 3);
        return apart.reshaped(d[0], depth, d[2] * block, d[3] * block);
    }

    static Array spaceToDepth(Call call) {
        Array data = call.array(0);
        int block = block(call);
        int[] d = image(data);
        int height = split(d[2], block);
        int width = split(d[3], block);
        return transposed(data.reshaped(d[0], d[1], height, block, width, block), 0, 3, 5, 1, 2, 4)
                .reshaped(d[0], d[1] * block * block, height, width);
    }

    private static int block(Call call) {
        int block = Math.toIntExact(call.integer("blocksize", 0));
        if (block < 1) {
            throw new IllegalArgumentException("%s has blocks of %d".formatted(call.operator(), block));
        }
        return block;
    }

    private static int[] image(Array data) {
        if (data.rank() != 4) {
            throw new IllegalArgumentException("four dimensions are wanted, and there are " + data.rank());
        }
        return data.dims();
    }

    private static int split(int dim, int parts) {
        if (dim % parts != 0) {
            throw new IllegalArgumentException("%d does not fall into parts of %d".formatted(dim, parts));
        }
        return dim / parts;
    }

    static Array expand(Call call) {
        Array data = call.array(0);
        int[] dims = Dims.broadcast(data.dims(), call.integers(1).ints());
        return Arrays.equals(dims, data.dims()) ? data : data.picked(Dims.repeated(data.dims(), dims), dims);
    }

    static Array tile(Call call) {
        Array data = call.array(0);
        int[] repeats = call.integers(1).ints();
        if (repeats.length != data.rank()) {
            throw new IllegalArgumentException(
                    "%d repeats do not fit %d dimensions".formatted(repeats.length, data.rank()));
        }
        int[] dims = new int[repeats.length];
        Arrays.setAll(dims, axis -> Math.multiplyExact(data.dims()[axis], repeats[axis]));
        Dims.size(dims);
        int[][] picks = new int[dims.length][];
        for (int axis = 0; axis < dims.length; axis++) {
            int dim = data.dims()[axis];
            picks[axis] = new int[dims[axis]];
            Arrays.setAll(picks[axis], i -> i % dim);
        }
        return Grid.picked(data, picks);
    }

    static Array trilu(Call call) {
        Array data = call.array(0);
        if (data.rank() < 2) {
            throw new IllegalArgumentException("Trilu of %d dimensions".formatted(data.rank()));
        }
        boolean upper = call.integer("upper", 1) != 0;
        long diagonal = call.integersIf(1).map(k -> k.only()).orElse(0L);
        int rows = data.dims()[data.rank() - 2];
        int columns = data.dims()[data.rank() - 1];
        int[] from = new int[data.size()];
        int at = 0;
        while (at < from.length) {
            for (int row = 0; row < rows; row++) {
                for (int column = 0; column < columns; column++, at++) {
                    // Compared without a sum, which a diagonal far outside would make overflow.
                    long right = (long) column - row;
                    from[at] = (upper ? right >= diagonal : right <= diagonal) ? at : -1;
                }
            }
        }
        return data.picked(from, data.dims());
    }

    static Array reverseSequence(Call call) {
        Array data = call.array(0);
        int[] lengths = call.integers(1).ints();
        int batch = Math.toIntExact(call.integer("batch_axis", 1));
        int time = Math.toIntExact(call.integer("time_axis", 0));
        if (data.rank() < 2 || batch + time != 1 || batch * time != 0 || lengths.length != data.dims()[batch]) {
            throw new IllegalArgumentException("%d lengths do not fit %s with time in axis %d"
                    .formatted(lengths.length, Arrays.toString(data.dims()), time));
        }
        int[] strides = Dims.strides(data.dims());
        int inner = strides[1];
        int[] from = new int[data.size()];
        for (int i = 0; i < from.length; i += inner) {
            int step = i / strides[time] % data.dims()[time];
            int length = lengths[i / strides[batch] % data.dims()[batch]];
            if (length > data.dims()[time] || length < 0) {
                throw new IllegalArgumentException("a length of %d of %d steps".formatted(length, data.dims()[time]));
            }
            int other = step < length ? length - 1 - step : step;
            for (int k = 0; k < inner; k++) {
                from[i + k] = i + (other - step) * strides[time] + k;
            }
        }
        return data.picked(from, data.dims());
    }
}
