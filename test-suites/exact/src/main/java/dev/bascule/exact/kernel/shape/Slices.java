package dev.bascule.exact.kernel.shape;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.kernel.Call;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/** Operators that cut arrays along axes, and put them together again. Stateless. */
final class Slices {
    private Slices() {}

    static Array concat(Call call) {
        List<Array> parts =
                IntStream.range(0, call.inputs()).mapToObj(call::array).toList();
        return Along.concatenated(
                parts, Dims.axis(call.integer("axis", 1), parts.get(0).rank()));
    }

    static List<Operand> split(Call call) {
        Array data = call.array(0);
        int axis = Dims.axis(call.integer("axis", 0), data.rank());
        int dim = data.dims()[axis];
        long[] lengths = call.integersOr("split", 1).orElseGet(() -> even(dim, call));
        if (Arrays.stream(lengths).sum() != dim || Arrays.stream(lengths).anyMatch(length -> length < 0)) {
            throw new IllegalArgumentException(
                    "a dimension of %d does not fall into parts of %s".formatted(dim, Arrays.toString(lengths)));
        }
        List<Operand> parts = new ArrayList<>();
        int from = 0;
        for (long length : lengths) {
            parts.add(Along.part(data, axis, from, (int) length));
            from += (int) length;
        }
        return parts;
    }

    /** Parts of one length; from version 18 on the last is what is left over. */
    private static long[] even(int dim, Call call) {
        int parts = Math.toIntExact(call.integer("num_outputs", call.outputs()));
        long length = (dim + parts - 1L) / parts;
        long[] lengths = new long[parts];
        Arrays.fill(lengths, length);
        if (call.opset() >= 18) {
            lengths[parts - 1] = dim - length * (parts - 1);
        }
        return lengths;
    }

    static Array slice(Call call) {
        Array data = call.array(0);
        long[] starts = given(call, "starts", 1);
        long[] ends = given(call, "ends", 2);
        long[] axes = call.integersOr("axes", 3)
                .orElseGet(() -> LongStream.range(0, starts.length).toArray());
        long[] steps = call.integersIf(4).map(input -> input.data()).orElseGet(() -> ones(starts.length));
        if (ends.length != starts.length || axes.length != starts.length || steps.length != starts.length) {
            throw new IllegalArgumentException("Slice has starts, ends, axes and steps of different number");
        }
        int[] dims = data.dims().clone();
        int[] strides = Dims.strides(dims);
        int first = 0;
        for (int i = 0; i < starts.length; i++) {
            int axis = Dims.axis(axes[i], data.rank());
            int dim = data.dims()[axis];
            // A step beyond the dimension is as good as any other such.
            int step = (int) Math.max(-Math.max(1, dim), Math.min(Math.max(1, dim), steps[i]));
            if (step == 0) {
                throw new IllegalArgumentException("Slice has a step of 0");
            }
            // Backwards a slice begins at the last at most, and ends before the first.
            int top = step > 0 ? dim : dim - 1;
            int start = held(starts[i], dim, 0, top);
            int end = held(ends[i], dim, step > 0 ? 0 : -1, top);
            int span = step > 0 ? end - start : start - end;
            dims[axis] = Math.max(0, (span + Math.abs(step) - 1) / Math.abs(step));
            first += dims[axis] == 0 ? 0 : start * strides[axis];
            strides[axis] *= step;
        }
        return data.picked(Dims.walked(first, strides, dims), dims);
    }

    private static int held(long given, int dim, int least, int most) {
        return (int) Math.min(most, Math.max(least, given < 0 ? given + dim : given));
    }

    private static long[] given(Call call, String name, int input) {
        return call.integersOr(name, input)
                .orElseThrow(() -> new IllegalArgumentException("Slice is given no " + name));
    }

    private static long[] ones(int count) {
        long[] ones = new long[count];
        Arrays.fill(ones, 1);
        return ones;
    }
}
