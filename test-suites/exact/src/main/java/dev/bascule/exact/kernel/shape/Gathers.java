package dev.bascule.exact.kernel.shape;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.kernel.Call;
import java.util.Arrays;

/** Operators that take elements from places that are given as numbers. Stateless. */
final class Gathers {
    private Gathers() {}

    static Array gather(Call call) {
        Array data = call.array(0);
        Integers indices = call.integers(1);
        int axis = Dims.axis(call.integer("axis", 0), data.rank());
        int[] places = new int[indices.size()];
        for (int i = 0; i < places.length; i++) {
            places[i] = Along.index(indices.data()[i], data.dims()[axis]);
        }
        return Along.taken(data, axis, places, indices.dims());
    }

    static Array gatherElements(Call call) {
        Array data = call.array(0);
        Integers indices = call.integers(1);
        return data.picked(places(data, indices, Dims.axis(call.integer("axis", 0), data.rank())), indices.dims());
    }

    /** For each index the place in the data that is like its own, but for one axis. */
    static int[] places(Array data, Integers indices, int axis) {
        int[] dims = data.dims();
        boolean fits = indices.rank() == dims.length;
        for (int other = 0; fits && other < dims.length; other++) {
            fits = other == axis || indices.dims()[other] <= dims[other];
        }
        if (!fits) {
            throw new IllegalArgumentException("indices of %s do not fit data of %s"
                    .formatted(Arrays.toString(indices.dims()), Arrays.toString(dims)));
        }
        int[] strides = Dims.strides(dims);
        int[] places = Dims.walked(0, Along.with(strides, axis, 0), indices.dims());
        for (int i = 0; i < places.length; i++) {
            places[i] += Along.index(indices.data()[i], dims[axis]) * strides[axis];
        }
        return places;
    }

    static Array gatherNd(Call call) {
        Array data = call.array(0);
        Integers indices = call.integers(1);
        int batches = Math.toIntExact(call.integer("batch_dims", 0));
        int[] dims = data.dims();
        int last = indices.rank() - 1;
        int depth = indices.dims()[last];
        int[] kept = Arrays.copyOfRange(dims, batches + depth, dims.length);
        int[] shape = Arrays.copyOf(indices.dims(), last + kept.length);
        System.arraycopy(kept, 0, shape, last, kept.length);
        return data.picked(runs(data, indices, batches), shape);
    }

    /** The places of the elements that tuples of indices lead to, all those of one tuple together. */
    static int[] runs(Array data, Integers indices, int batches) {
        int[] dims = data.dims();
        int last = indices.rank() - 1;
        int depth = indices.dims()[last];
        int run = Dims.size(dims, batches + depth, dims.length);
        int tuples = Dims.size(indices.dims(), 0, last);
        int perBatch = Dims.size(indices.dims(), batches, last);
        int batch = Dims.size(dims, batches, dims.length);
        int[] strides = Dims.strides(dims);
        int[] places = new int[Dims.size(tuples, run)];
        int at = 0;
        for (int tuple = 0; tuple < tuples; tuple++) {
            int first = tuple / perBatch * batch;
            for (int i = 0; i < depth; i++) {
                first += Along.index(indices.data()[tuple * depth + i], dims[batches + i]) * strides[batches + i];
            }
            for (int i = 0; i < run; i++) {
                places[at++] = first + i;
            }
        }
        return places;
    }
}
