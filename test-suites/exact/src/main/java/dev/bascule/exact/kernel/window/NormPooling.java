package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import java.util.function.DoubleUnaryOperator;

/** LpPool and GlobalLpPool: the p-th root of the sum of the p-th powers. Stateless. */
final class NormPooling {
    private NormPooling() {}

    static Reals lpPool(Call call) {
        Reals x = call.reals(0);
        int p = Math.toIntExact(call.integer("p", 2));
        Windows windows = Pools.windows(call, x);
        int[] shape = Planes.shape(x, windows.out());
        Reals sums = new Reals(x.dtype(), Pools.sums(x, windows, power(p)), shape);
        Reals rounded = call.rounding()
                .sum(sums, windows.cells(), () -> new Reals(x.dtype(), Pools.sums(x, windows, power(2 * p)), shape));
        return root(call, rounded, p);
    }

    static Reals globalLpPool(Call call) {
        Reals x = call.reals(0);
        int p = Math.toIntExact(call.integer("p", 2));
        Reals sums = call.rounding()
                .sum(
                        Pools.planeSums(x, power(p)),
                        Dims.size(Planes.spatial(x)),
                        () -> Pools.planeSums(x, power(2 * p)));
        return root(call, sums, p);
    }

    private static DoubleUnaryOperator power(int p) {
        if (p == 1) {
            return Math::abs;
        }
        return p == 2 ? value -> value * value : value -> Math.pow(Math.abs(value), p);
    }

    private static Reals root(Call call, Reals sums, int p) {
        if (p == 1) {
            return sums;
        }
        // Noise may have brought a sum that is almost 0 below it.
        return p == 2
                ? call.rounding().relative(sums.mapped(sum -> Math.sqrt(Math.max(0, sum))), 1)
                : call.rounding().relative(sums.mapped(sum -> Math.pow(Math.max(0, sum), 1.0 / p)), 16);
    }
}
