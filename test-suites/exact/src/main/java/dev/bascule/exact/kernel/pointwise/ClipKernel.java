package dev.bascule.exact.kernel.pointwise;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.fallback.tensor.DType;

/** Clip, whose bounds were attributes before version 11. Where the lower lies above the upper, the upper holds. Stateless. */
final class ClipKernel {
    private static final int BOUNDS_ARE_INPUTS = 11;

    private ClipKernel() {}

    static Array clip(Call call) {
        if (call.array(0) instanceof Integers whole) {
            return wholes(whole, call);
        }
        Reals x = call.reals(0);
        if (call.opset() < BOUNDS_ARE_INPUTS) {
            double least = call.real("min", -Float.MAX_VALUE);
            double most = call.real("max", Float.MAX_VALUE);
            return x.mapped(value -> Math.min(Math.max(value, least), most));
        }
        double least = call.realsIf(1).map(Reals::only).orElse(Double.NEGATIVE_INFINITY);
        double most = call.realsIf(2).map(Reals::only).orElse(Double.POSITIVE_INFINITY);
        return x.mapped(value -> Math.min(Math.max(value, least), most));
    }

    private static Integers wholes(Integers x, Call call) {
        // Unsigned numbers compare as signed ones do once the highest bit of each is turned over.
        long turned = x.dtype() == DType.UINT64 ? Long.MIN_VALUE : 0;
        long least = call.integersIf(1).map(bound -> bound.only() ^ turned).orElse(Long.MIN_VALUE);
        long most = call.integersIf(2).map(bound -> bound.only() ^ turned).orElse(Long.MAX_VALUE);
        return x.mapped(value -> Math.min(Math.max(value ^ turned, least), most) ^ turned);
    }
}
