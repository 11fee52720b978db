package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import java.util.List;
import java.util.Optional;

/** Tensors of attention, laid out head by head. Stateless. */
final class Heads {
    private Heads() {}

    /** From batch, places, heads · size to batch, heads, places, size. */
    static Reals split(Reals hidden, int heads) {
        int[] dims = hidden.dims();
        if (heads < 1 || dims[2] % heads != 0) {
            throw new IllegalArgumentException("%d values cannot be cut into %d heads".formatted(dims[2], heads));
        }
        int size = dims[2] / heads;
        int[] steps = {dims[1] * dims[2], size, dims[2], 1};
        int[] wide = {dims[0], heads, dims[1], size};
        return hidden.picked(Dims.walked(0, steps, wide), wide);
    }

    /** The same from batch, heads, places, size, where it is so already. */
    static Reals of(Reals values, int heads) {
        return values.rank() == 4 ? values : split(values, heads);
    }

    /** From batch, heads, places, size to batch, places, heads · size. */
    static Reals merged(Reals values) {
        int[] dims = values.dims();
        int[] steps = {dims[1] * dims[2] * dims[3], dims[3], dims[2] * dims[3], 1};
        int[] turned = {dims[0], dims[2], dims[1], dims[3]};
        return values.picked(Dims.walked(0, steps, turned), dims[0], dims[2], dims[1] * dims[3]);
    }

    /** Places of the past before those of now, each batch, heads, places, size. */
    static Reals after(Optional<Reals> past, Reals now) {
        if (past.isEmpty() || past.get().size() == 0) {
            return now;
        }
        return joined(past.get(), now, past.get().dims()[2]);
    }

    /** So many places of the one before all of the other. */
    static Reals joined(Reals first, Reals then, int places) {
        int[] a = first.dims();
        int[] b = then.dims();
        int[] dims = {b[0], b[1], places + b[2], b[3]};
        int[] from = new int[Dims.size(dims)];
        int offset = first.size();
        for (int i = 0; i < from.length; i++) {
            int inner = i % b[3];
            int place = i / b[3] % dims[2];
            int head = i / (b[3] * dims[2]);
            from[i] = place < places
                    ? (head * a[2] + place) * b[3] + inner
                    : offset + (head * b[2] + place - places) * b[3] + inner;
        }
        return (Reals) Array.joined(List.of(first, then)).picked(from, dims);
    }

    /** The places from one on. */
    static Reals behind(Reals values, int place) {
        int[] dims = values.dims().clone();
        int[] strides = Dims.strides(dims);
        dims[2] -= place;
        return values.picked(Dims.walked(place * strides[2], strides, dims), dims);
    }

    /** Some of the last dimension. */
    static Reals columns(Reals values, int from, int count) {
        int[] dims = values.dims().clone();
        int[] strides = Dims.strides(dims);
        dims[dims.length - 1] = count;
        return values.picked(Dims.walked(from, strides, dims), dims);
    }
}
