package dev.bascule.nativerunner.operator;

import ai.djl.ndarray.NDArray;
import java.util.Arrays;
import java.util.Map;
import java.util.stream.IntStream;

/** Sums, means and extremes over axes. Stateless. */
final class ReductionOperators {
    private ReductionOperators() {}

    static Map<String, TorchOperator> all() {
        return Map.of(
                "ReduceSum", reduction(NDArray::sum),
                "ReduceMean", reduction(ReductionOperators::mean),
                "ReduceSumSquare",
                        reduction((array, axes, keep) -> array.mul(array).sum(axes, keep)),
                "ReduceMax", reduction((array, axes, keep) -> extreme(array, axes, keep, NDArray::max)),
                "ReduceMin", reduction((array, axes, keep) -> extreme(array, axes, keep, NDArray::min)));
    }

    /** Over axes from the front, in their order. */
    @FunctionalInterface
    interface Reduction {
        NDArray apply(NDArray array, int[] axes, boolean keep);
    }

    private static TorchOperator reduction(Reduction reduction) {
        return TorchOperator.one(call -> {
            NDArray array = call.input(0);
            int rank = Dims.rank(array);
            long[] asked = call.integers(1, "axes").orElse(new long[0]);
            if (rank == 0 || asked.length == 0 && call.integer("noop_with_empty_axes", 0) != 0) {
                return array;
            }
            int[] axes = asked.length == 0 ? IntStream.range(0, rank).toArray() : call.axes(asked, rank);
            return reduction.apply(array, axes, call.integer("keepdims", 1) != 0);
        });
    }

    /** DJL takes a mean over one axis only. */
    static NDArray mean(NDArray array, int[] axes, boolean keep) {
        long count = Arrays.stream(axes)
                .mapToLong(axis -> array.getShape().get(axis))
                .reduce(1, Math::multiplyExact);
        NDArray sum = array.sum(axes, keep);
        return sum.div(Dims.scalar(sum, count));
    }

    /** As it takes an extreme. */
    static NDArray extreme(NDArray array, int[] axes, boolean keep, Reduction one) {
        NDArray all = array;
        for (int i = axes.length - 1; i >= 0; i--) {
            all = one.apply(all, new int[] {axes[i]}, keep);
        }
        return all;
    }
}
