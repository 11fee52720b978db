package dev.bascule.exact.kernel.pointwise;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import java.util.Arrays;
import java.util.List;

/** Dropout where it drops nothing: what it drops in training is drawn by lot. Stateless. */
final class DropoutKernel {
    private static final int MASK_IS_BOOLEAN = 10;

    private DropoutKernel() {}

    static List<Operand> dropout(Call call) {
        boolean training = call.integersIf(2).map(flag -> flag.only() != 0).orElse(false);
        double ratio = call.realsIf(1).map(Reals::only).orElse(0.5);
        if (training && ratio != 0) {
            throw new UnsupportedOperatorException("Dropout in training draws lots");
        }
        Array x = call.array(0);
        return call.wants(1) ? List.of(x, mask(call, x)) : List.of(x);
    }

    private static Array mask(Call call, Array x) {
        if (call.opset() < MASK_IS_BOOLEAN) {
            double[] kept = new double[x.size()];
            Arrays.fill(kept, 1);
            return new Reals(x.dtype(), kept, x.dims());
        }
        long[] kept = new long[x.size()];
        Arrays.fill(kept, 1);
        return Integers.booleans(kept, x.dims());
    }
}
