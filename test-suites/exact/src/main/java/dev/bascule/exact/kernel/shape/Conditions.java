package dev.bascule.exact.kernel.shape;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;

/** Operators that choose elements by whether something is true of them. Stateless. */
final class Conditions {
    private Conditions() {}

    static Array where(Call call) {
        Integers condition = call.integers(0);
        Array yes = call.array(1);
        Array no = call.array(2);
        int[] dims = Dims.broadcast(condition.dims(), Dims.broadcast(yes.dims(), no.dims()));
        int[] asked = Dims.repeated(condition.dims(), dims);
        int[] ifTrue = Dims.repeated(yes.dims(), dims);
        int[] ifFalse = Dims.repeated(no.dims(), dims);
        for (int i = 0; i < asked.length; i++) {
            asked[i] = condition.data()[asked[i]] != 0 ? ifTrue[i] : yes.size() + ifFalse[i];
        }
        return Array.joined(List.of(yes, no)).picked(asked, dims);
    }

    static Array compress(Call call) {
        Array data = call.array(0);
        long[] condition = call.integers(1).data();
        boolean flat = call.attribute("axis").isEmpty();
        Array from = flat ? data.reshaped(data.size()) : data;
        int axis = flat ? 0 : Dims.axis(call.integer("axis", 0), data.rank());
        int dim = from.dims()[axis];
        if (condition.length > dim) {
            throw new IllegalArgumentException("%d conditions for a dimension of %d".formatted(condition.length, dim));
        }
        int[] indices = IntStream.range(0, condition.length)
                .filter(i -> condition[i] != 0)
                .toArray();
        return Along.taken(from, axis, indices, indices.length);
    }

    static Array nonZero(Call call) {
        Array data = call.array(0);
        int[] found = new int[data.size()];
        int count = 0;
        if (data instanceof Reals reals) {
            double[] values = call.rounding().atStep(reals).data();
            for (int i = 0; i < values.length; i++) {
                found[count] = i;
                count += values[i] != 0 ? 1 : 0;
            }
        } else if (data instanceof Integers integers) {
            for (int i = 0; i < found.length; i++) {
                found[count] = i;
                count += integers.data()[i] != 0 ? 1 : 0;
            }
        } else {
            throw new UnsupportedOperatorException("NonZero of strings");
        }
        return places(Arrays.copyOf(found, count), data.dims());
    }

    /** For each axis a row of the places along it. */
    private static Integers places(int[] found, int... dims) {
        int[] strides = Dims.strides(dims);
        long[] places = new long[dims.length * found.length];
        for (int axis = 0; axis < dims.length; axis++) {
            for (int i = 0; i < found.length; i++) {
                places[axis * found.length + i] = found[i] / strides[axis] % dims[axis];
            }
        }
        return Integers.longs(places, dims.length, found.length);
    }
}
