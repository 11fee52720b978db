package dev.bascule.exact.kernel.shape;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Texts;
import dev.bascule.exact.kernel.Call;
import dev.bascule.fallback.tensor.DType;
import java.util.Arrays;
import java.util.List;
import java.util.function.IntBinaryOperator;

/** What is equal, found once. Stateless. */
final class Uniques {
    private Uniques() {}

    /** The elements, or the parts along an axis, each once; where each is first, which it is, and how often. */
    static List<Operand> unique(Call call) {
        Array given = call.array(0);
        Array data = given instanceof Reals reals ? call.rounding().atStep(reals) : given;
        boolean flat = call.attribute("axis").isEmpty();
        int axis = flat ? 0 : Dims.axis(call.integer("axis", 0), data.rank());
        Array parts = flat ? data.reshaped(data.size()) : data;
        int count = parts.dims()[axis];
        IntBinaryOperator order = order(parts, axis);
        int[] sorted = sorted(count, order);
        // The sort is stable, so that of equal parts the first comes first.
        int[] first = new int[count];
        int[] groups = new int[count];
        int found = 0;
        for (int i = 0; i < count; i++) {
            if (i == 0 || order.applyAsInt(sorted[i - 1], sorted[i]) != 0) {
                first[found++] = sorted[i];
            }
            groups[sorted[i]] = found - 1;
        }
        int[] kept = Arrays.copyOf(first, found);
        int[] ranks = new int[found];
        Arrays.setAll(ranks, group -> group);
        if (call.integer("sorted", 1) == 0) {
            int[] byPlace = sorted(found, (a, b) -> Integer.compare(kept[a], kept[b]));
            for (int rank = 0; rank < found; rank++) {
                ranks[byPlace[rank]] = rank;
            }
            Arrays.sort(kept);
        }
        long[] inverse = new long[count];
        long[] counts = new long[found];
        for (int i = 0; i < count; i++) {
            inverse[i] = ranks[groups[i]];
            counts[ranks[groups[i]]]++;
        }
        Array all = flat ? given.reshaped(given.size()) : given;
        return List.of(
                Along.taken(all, axis, kept, found),
                Integers.longs(Arrays.stream(kept).asLongStream().toArray(), found),
                Integers.longs(inverse, count),
                Integers.longs(counts, found));
    }

    /** How parts of an axis compare: by the first element in which they differ. */
    private static IntBinaryOperator order(Array array, int axis) {
        int[] dims = array.dims();
        int[] order = new int[dims.length];
        Arrays.setAll(order, i -> i == 0 ? axis : i <= axis ? i - 1 : i);
        Array parts = Moves.transposed(array, order);
        int run = dims[axis] == 0 ? 0 : parts.size() / dims[axis];
        IntBinaryOperator elements = elements(parts);
        return (a, b) -> {
            int compared = 0;
            for (int i = 0; i < run && compared == 0; i++) {
                compared = elements.applyAsInt(a * run + i, b * run + i);
            }
            return compared;
        };
    }

    private static IntBinaryOperator elements(Array array) {
        if (array instanceof Reals reals) {
            double[] data = reals.data();
            // Zeros of both signs are equal, which Double.compare does not find; no number is equal to no number here.
            return (a, b) -> data[a] == data[b] ? 0 : Double.compare(data[a], data[b]);
        }
        if (array instanceof Integers integers) {
            long[] data = integers.data();
            return integers.dtype() == DType.UINT64
                    ? (a, b) -> Long.compareUnsigned(data[a], data[b])
                    : (a, b) -> Long.compare(data[a], data[b]);
        }
        String[] data = ((Texts) array).data();
        return (a, b) -> data[a].compareTo(data[b]);
    }

    /** The numbers from 0 on in an order, those that are equal as they were. */
    private static int[] sorted(int count, IntBinaryOperator order) {
        int[] from = new int[count];
        Arrays.setAll(from, i -> i);
        int[] to = new int[count];
        for (int run = 1; run < count; run *= 2) {
            for (int start = 0; start < count; start += 2 * run) {
                int middle = Math.min(count, start + run);
                int end = Math.min(count, middle + run);
                int left = start;
                int right = middle;
                for (int i = start; i < end; i++) {
                    boolean takesLeft =
                            left < middle && (right >= end || order.applyAsInt(from[left], from[right]) <= 0);
                    to[i] = takesLeft ? from[left++] : from[right++];
                }
            }
            int[] swapped = from;
            from = to;
            to = swapped;
        }
        return from;
    }
}
