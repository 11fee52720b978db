package dev.bascule.exact.kernel.reduce;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Kernel;
import java.util.Map;

/** Softmax and its kin. Stateless. */
final class SoftmaxKernels {
    private static final int ALONG_ONE_AXIS = 13;

    private SoftmaxKernels() {}

    static Map<String, Kernel> all() {
        return Map.of(
                "Softmax", Kernel.of(call -> Exponentials.softmax(groups(call), call.reals(0), call.rounding())),
                "LogSoftmax", Kernel.of(call -> Exponentials.logSoftmax(groups(call), call.reals(0), call.rounding())),
                "Hardmax", Kernel.of(SoftmaxKernels::hardmax));
    }

    /** Along an axis; before version 13 over all axes from one on. */
    private static Groups groups(Call call) {
        int[] dims = call.array(0).dims();
        if (call.opset() >= ALONG_ONE_AXIS) {
            return Groups.over(dims, call.integer("axis", -1));
        }
        long axis = call.integer("axis", 1);
        return Groups.from(axis == dims.length ? dims.length : Dims.axis(axis, dims.length), dims);
    }

    private static Array hardmax(Call call) {
        Groups groups = groups(call);
        Reals x = call.rounding().atStep(call.reals(0));
        double[] y = new double[x.size()];
        if (y.length > 0) {
            Order order = Order.of(x);
            for (int group = 0; group < groups.count(); group++) {
                y[order.most(groups, group, false)] = 1;
            }
        }
        return new Reals(x.dtype(), y, x.dims());
    }
}
