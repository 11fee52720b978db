package dev.bascule.exact.kernel.reduce;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Kernel;
import java.util.Map;
import java.util.function.LongBinaryOperator;

/** Running sums and products along an axis. Stateless. */
final class Running {
    private Running() {}

    static Map<String, Kernel> all() {
        return Map.of("CumSum", Kernel.of(Running::sums), "CumProd", Kernel.of(Running::products));
    }

    /** The way along the axis: backwards, and whether an element counts in its own result. */
    private record Way(Groups groups, boolean backwards, boolean without) {
        static Way of(Call call) {
            Groups groups = Groups.over(call.array(0).dims(), call.integers(1).only());
            return new Way(groups, call.flag("reverse"), call.flag("exclusive"));
        }

        int index(int group, int step) {
            int place = backwards ? groups.length() - 1 - step : step;
            return groups.start(group) + groups.offsets()[place];
        }
    }

    private static Array sums(Call call) {
        Way way = Way.of(call);
        if (call.array(0) instanceof Integers x) {
            return wholes(way, x, 0, Long::sum);
        }
        Reals x = call.reals(0);
        return call.rounding().sum(sums(way, x), way.groups.length(), () -> sums(way, Totals.squared(x)));
    }

    private static Reals sums(Way way, Reals x) {
        double[] y = new double[x.size()];
        for (int group = 0; group < way.groups.count(); group++) {
            Sum sum = new Sum();
            for (int step = 0; step < way.groups.length(); step++) {
                int index = way.index(group, step);
                double before = sum.total();
                sum.add(x.data()[index]);
                y[index] = way.without ? before : sum.total();
            }
        }
        return new Reals(x.dtype(), y, x.dims());
    }

    private static Array products(Call call) {
        Way way = Way.of(call);
        if (call.array(0) instanceof Integers x) {
            return wholes(way, x, 1, (a, b) -> a * b);
        }
        Reals x = call.reals(0);
        double[] y = new double[x.size()];
        for (int group = 0; group < way.groups.count(); group++) {
            double product = 1;
            for (int step = 0; step < way.groups.length(); step++) {
                int index = way.index(group, step);
                double before = product;
                product *= x.data()[index];
                y[index] = way.without ? before : product;
            }
        }
        return call.rounding().relative(new Reals(x.dtype(), y, x.dims()), way.groups.length());
    }

    private static Integers wholes(Way way, Integers x, long none, LongBinaryOperator operation) {
        long[] y = new long[x.size()];
        for (int group = 0; group < way.groups.count(); group++) {
            long result = none;
            for (int step = 0; step < way.groups.length(); step++) {
                int index = way.index(group, step);
                long before = result;
                result = operation.applyAsLong(result, x.data()[index]);
                y[index] = way.without ? before : result;
            }
        }
        return Integers.wrapped(x.dtype(), y, x.dims());
    }
}
