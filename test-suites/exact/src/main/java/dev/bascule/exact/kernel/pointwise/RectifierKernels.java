package dev.bascule.exact.kernel.pointwise;

import dev.bascule.exact.array.Array;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.array.Spans;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Kernel;
import dev.bascule.fallback.tensor.DType;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;

/** Activations that are made of straight lines, and those that are one on one side. Stateless. */
final class RectifierKernels {
    private RectifierKernels() {}

    static Map<String, Kernel> all() {
        return Map.ofEntries(
                Map.entry("Relu", Kernel.of(RectifierKernels::relu)),
                Map.entry(
                        "LeakyRelu",
                        Kernel.of(call -> Curves.leaky(call.reals(0), call.real("alpha", 0.01f), call.rounding()))),
                Map.entry("PRelu", Kernel.of(RectifierKernels::prelu)),
                Map.entry("ThresholdedRelu", Kernel.of(RectifierKernels::thresholdedRelu)),
                Map.entry("Shrink", Kernel.of(RectifierKernels::shrink)),
                Map.entry("Elu", Kernel.of(call -> Curves.elu(call.reals(0), call.real("alpha", 1), call.rounding()))),
                Map.entry("Celu", Kernel.of(RectifierKernels::celu)),
                Map.entry("Selu", Kernel.of(RectifierKernels::selu)),
                Map.entry("HardSigmoid", Kernel.of(RectifierKernels::hardSigmoid)),
                Map.entry("HardSwish", Kernel.of(RectifierKernels::hardSwish)));
    }

    private static Array relu(Call call) {
        if (call.array(0) instanceof Integers whole) {
            return whole.mapped(value -> Math.max(value, 0));
        }
        double[] x = call.reals(0).data();
        double[] y = new double[x.length];
        Spans.over(x.length, 1, (from, to) -> {
            for (int i = from; i < to; i++) {
                y[i] = Math.max(x[i], 0);
            }
        });
        return new Reals(call.reals(0).dtype(), y, call.reals(0).dims());
    }

    private static Array prelu(Call call) {
        if (call.array(0) instanceof Integers whole) {
            boolean unsigned = whole.dtype() == DType.UINT64;
            return Pairs.wholes(whole, call.integers(1), (x, slope) -> x < 0 && !unsigned ? slope * x : x);
        }
        return call.rounding()
                .relative(Pairs.reals(call.reals(0), call.reals(1), (x, slope) -> x < 0 ? slope * x : x), 1);
    }

    private static Reals thresholdedRelu(Call call) {
        double alpha = call.real("alpha", 1);
        return call.rounding().atStep(call.reals(0)).mapped(x -> x <= alpha ? 0 : x);
    }

    private static Array shrink(Call call) {
        double lambda = call.real("lambd", 0.5);
        double bias = call.real("bias", 0);
        DoubleUnaryOperator shrunk = x -> x < -lambda ? x + bias : x > lambda ? x - bias : 0;
        if (call.array(0) instanceof Integers whole) {
            long[] y = new long[whole.size()];
            for (int i = 0; i < y.length; i++) {
                y[i] = (long) shrunk.applyAsDouble(whole.real(i));
            }
            return Integers.wrapped(whole.dtype(), y, whole.dims());
        }
        return call.rounding().relative(call.rounding().atStep(call.reals(0)).mapped(shrunk), 1);
    }

    private static Reals celu(Call call) {
        double alpha = call.real("alpha", 1);
        return Curves.exponential(call.reals(0), alpha, alpha, 1, call.rounding());
    }

    private static Reals selu(Call call) {
        double gamma = call.real("gamma", 1.05070102f);
        double alpha = call.real("alpha", 1.67326319f);
        return Curves.exponential(call.reals(0), alpha, 1, gamma, call.rounding());
    }

    private static Reals hardSigmoid(Call call) {
        return Curves.ramp(call.reals(0), call.real("alpha", 0.2f), call.real("beta", 0.5), call.rounding());
    }

    private static Reals hardSwish(Call call) {
        Reals gate = Curves.ramp(call.reals(0), 1.0 / 6, 0.5, call.rounding());
        return call.rounding().relative(Elementwise.times(call.reals(0), gate), 1);
    }
}
