package dev.bascule.exact.kernel.pointwise;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Texts;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Kernel;
import dev.bascule.exact.rounding.Rounding;
import dev.bascule.fallback.tensor.DType;
import java.util.Map;
import java.util.function.DoublePredicate;

/** Operators that answer yes or no, and those that join such answers. Stateless. */
final class LogicKernels {
    private LogicKernels() {}

    static Map<String, Kernel> all() {
        return Map.ofEntries(
                Map.entry("And", Kernel.of(call -> joined(call, (a, b) -> a && b))),
                Map.entry("Or", Kernel.of(call -> joined(call, (a, b) -> a || b))),
                Map.entry("Xor", Kernel.of(call -> joined(call, (a, b) -> a != b))),
                Map.entry("Not", Kernel.of(call -> call.integers(0).mapped(value -> 1 - value))),
                Map.entry("Equal", Kernel.of(LogicKernels::equal)),
                Map.entry("Less", Kernel.of(call -> compared(call, (a, b) -> a < b, (a, b) -> a < b))),
                Map.entry("LessOrEqual", Kernel.of(call -> compared(call, (a, b) -> a <= b, (a, b) -> a <= b))),
                Map.entry("Greater", Kernel.of(call -> compared(call, (a, b) -> a > b, (a, b) -> a > b))),
                Map.entry("GreaterOrEqual", Kernel.of(call -> compared(call, (a, b) -> a >= b, (a, b) -> a >= b))),
                Map.entry("IsNaN", Kernel.of(call -> asked(call.reals(0), Double::isNaN))),
                Map.entry("IsInf", Kernel.of(LogicKernels::isInf)));
    }

    /** Of two answers. */
    @FunctionalInterface
    private interface Join {
        boolean of(boolean a, boolean b);
    }

    private static Integers joined(Call call, Join join) {
        if (call.array(0) instanceof Integers a && Pairs.second(call) instanceof Integers b) {
            return Pairs.tested(a, b, (long x, long y) -> join.of(x != 0, y != 0));
        }
        throw Pairs.unlike(call);
    }

    private static Integers equal(Call call) {
        if (call.array(0) instanceof Texts a && call.array(1) instanceof Texts b) {
            return Pairs.equal(a, b);
        }
        return compared(call, (a, b) -> a == b, (a, b) -> a == b);
    }

    private static Integers compared(Call call, Pairs.RealTest real, Pairs.WholeTest whole) {
        Array second = Pairs.second(call);
        if (call.array(0) instanceof Reals a && second instanceof Reals b) {
            Rounding rounding = call.rounding();
            return Pairs.tested(rounding.atStep(a), rounding.atStep(b), real);
        }
        if (call.array(0) instanceof Integers a && second instanceof Integers b) {
            // Unsigned numbers compare as signed ones do once the highest bit of each is turned over.
            long turned = a.dtype() == DType.UINT64 ? Long.MIN_VALUE : 0;
            return Pairs.tested(a, b, (long x, long y) -> whole.test(x ^ turned, y ^ turned));
        }
        throw Pairs.unlike(call);
    }

    private static Integers isInf(Call call) {
        boolean negative = call.integer("detect_negative", 1) != 0;
        boolean positive = call.integer("detect_positive", 1) != 0;
        return asked(call.reals(0), x -> Double.isInfinite(x) && (x < 0 ? negative : positive));
    }

    private static Integers asked(Reals x, DoublePredicate question) {
        long[] y = new long[x.size()];
        for (int i = 0; i < y.length; i++) {
            y[i] = question.test(x.data()[i]) ? 1 : 0;
        }
        return Integers.booleans(y, x.dims());
    }
}
