package dev.bascule.exact.kernel.reduce;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Kernel;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import java.util.List;
import java.util.Map;

/** Operators that choose the largest or smallest along an axis. Stateless. */
final class Choices {
    private static final int COUNT_IS_INPUT = 10;

    private Choices() {}

    static Map<String, Kernel> all() {
        return Map.of(
                "ArgMax", Kernel.of(call -> arg(call, order(call))),
                "ArgMin", Kernel.of(call -> arg(call, order(call).reversed())),
                "TopK", Choices::topK);
    }

    private static Order order(Call call) {
        return Order.of(call.array(0) instanceof Reals reals ? call.rounding().atStep(reals) : call.array(0));
    }

    private static Array arg(Call call, Order order) {
        int[] dims = call.array(0).dims();
        int axis = Dims.axis(call.integer("axis", 0), dims.length);
        Groups groups = Groups.over(dims, axis);
        if (groups.length() == 0 && groups.count() > 0) {
            throw new IllegalArgumentException(call.operator() + " of none");
        }
        boolean last = call.flag("select_last_index");
        int stride = groups.length() > 1 ? groups.offsets()[1] : 1;
        long[] y = new long[groups.count()];
        for (int group = 0; group < y.length; group++) {
            int place = (order.most(groups, group, last) - groups.start(group)) / stride;
            y[group] = place;
        }
        return Integers.longs(y, call.integer("keepdims", 1) != 0 ? groups.kept() : groups.dropped());
    }

    private static List<Operand> topK(Call call) {
        Array x = call.array(0);
        int axis = Dims.axis(call.integer("axis", -1), x.rank());
        Groups groups = Groups.over(x.dims(), axis);
        int k = Math.toIntExact(
                call.opset() < COUNT_IS_INPUT
                        ? call.integer("k", 0)
                        : call.integers(1).only());
        if (k < 0 || k > groups.length()) {
            throw new IllegalArgumentException("%d of %d cannot be chosen".formatted(k, groups.length()));
        }
        if (k > 1 && call.integer("sorted", 1) == 0) {
            throw new UnsupportedOperatorException("TopK in any order (sorted 0)");
        }
        boolean largest = call.integer("largest", 1) != 0;
        Ranking ranking = new Ranking(largest ? order(call) : order(call).reversed(), k);
        int[] dims = x.dims().clone();
        dims[axis] = k;
        int[] from = new int[Dims.size(dims)];
        long[] indices = new long[from.length];
        Groups chosen = Groups.over(dims, axis);
        int[] offsets = groups.offsets();
        for (int group = 0; group < chosen.count() && k > 0; group++) {
            int[] best = ranking.of(groups.start(group), offsets);
            for (int rank = 0; rank < k; rank++) {
                int at = chosen.start(group) + chosen.offsets()[rank];
                indices[at] = best[rank];
                from[at] = groups.start(group) + offsets[best[rank]];
            }
        }
        // The values are those of the input itself, not of what the choice was made among.
        return List.of(x.picked(from, dims), Integers.longs(indices, dims));
    }
}
