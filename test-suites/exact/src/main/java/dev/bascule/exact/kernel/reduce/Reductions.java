package dev.bascule.exact.kernel.reduce;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Kernel;
import dev.bascule.exact.rounding.Rounding;
import dev.bascule.fallback.tensor.DType;
import java.util.Map;
import java.util.stream.LongStream;

/** Operators that make one element of many. Stateless. */
final class Reductions {
    private Reductions() {}

    static Map<String, Kernel> all() {
        return Map.of(
                "ReduceSum", kernel(Totals::sum, Wholes::sum),
                "ReduceMean", kernel(Totals::mean, Wholes::mean),
                "ReduceMax", kernel((groups, x, rounding) -> groups.folded(x, Reductions::most), Wholes::most),
                "ReduceMin", kernel((groups, x, rounding) -> groups.folded(x, Reductions::least), Wholes::least),
                "ReduceProd", kernel(Reductions::product, Wholes::product),
                "ReduceL1",
                        kernel((groups, x, rounding) -> Totals.sum(groups, x.mapped(Math::abs), rounding), Wholes::l1),
                "ReduceL2", kernel(Reductions::l2),
                "ReduceSumSquare", kernel(Reductions::sumSquare, Wholes::sumSquare),
                "ReduceLogSum", kernel(Reductions::logSum),
                "ReduceLogSumExp", kernel(Exponentials::logSum));
    }

    /** Of reals; the result is in the kept dimensions. */
    @FunctionalInterface
    private interface RealReduction {
        Reals of(Groups groups, Reals x, Rounding rounding);
    }

    /** Of whole numbers; the result is in the kept dimensions. */
    @FunctionalInterface
    private interface WholeReduction {
        Integers of(Groups groups, Integers x);
    }

    /** Of one whose result of whole numbers is the real one, cut at the point. */
    private static Kernel kernel(RealReduction real) {
        return kernel(real, (groups, x) -> {
            double[] y = real.of(groups, x.reals(DType.FLOAT64), Rounding.NONE).data();
            long[] cut = new long[y.length];
            for (int i = 0; i < y.length; i++) {
                cut[i] = (long) y[i];
            }
            return Integers.wrapped(x.dtype(), cut, groups.kept());
        });
    }

    private static Kernel kernel(RealReduction real, WholeReduction whole) {
        return Kernel.of(call -> {
            Groups groups = groups(call);
            Array reduced = call.array(0) instanceof Integers x
                    ? whole.of(groups, x)
                    : real.of(groups, call.reals(0), call.rounding());
            return call.integer("keepdims", 1) != 0 ? reduced : reduced.reshaped(groups.dropped());
        });
    }

    private static Groups groups(Call call) {
        int[] dims = call.array(0).dims();
        long[] axes = call.integersOr("axes", 1).orElse(new long[0]);
        // Where no axes and noop are given, what each operator does to an element is done nevertheless: one is a group.
        boolean all = axes.length == 0 && !call.flag("noop_with_empty_axes");
        return Groups.over(dims, all ? LongStream.range(0, dims.length).toArray() : axes);
    }

    private static double most(double[] x, int start, int[] offsets) {
        double most = Double.NEGATIVE_INFINITY;
        for (int offset : offsets) {
            most = Math.max(most, x[start + offset]);
        }
        return most;
    }

    private static double least(double[] x, int start, int[] offsets) {
        double least = Double.POSITIVE_INFINITY;
        for (int offset : offsets) {
            least = Math.min(least, x[start + offset]);
        }
        return least;
    }

    private static Reals product(Groups groups, Reals x, Rounding rounding) {
        Reals product = groups.folded(x, (data, start, offsets) -> {
            double y = 1;
            for (int offset : offsets) {
                y *= data[start + offset];
            }
            return y;
        });
        return rounding.relative(product, groups.length());
    }

    private static Reals sumSquare(Groups groups, Reals x, Rounding rounding) {
        return Totals.sum(groups, Totals.squared(x), rounding);
    }

    private static Reals l2(Groups groups, Reals x, Rounding rounding) {
        return rounding.relative(sumSquare(groups, x, rounding).mapped(Math::sqrt), 1);
    }

    private static Reals logSum(Groups groups, Reals x, Rounding rounding) {
        return rounding.relative(Totals.sum(groups, x, rounding).mapped(Math::log), 2);
    }
}
