package dev.bascule.exact.kernel.pointwise;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Kernel;
import dev.bascule.exact.rounding.Rounding;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/** Smooth activations, most of which multiply a number by a gate that opens from 0 to 1. Stateless. */
final class GatedKernels {
    private GatedKernels() {}

    static Map<String, Kernel> all() {
        return Map.ofEntries(
                Map.entry("Softplus", Kernel.of(call -> Curves.softplus(call.reals(0), call.rounding()))),
                Map.entry("Softsign", Kernel.of(call -> Curves.softsign(call.reals(0), call.rounding()))),
                Map.entry("Mish", Kernel.of(GatedKernels::mish)),
                Map.entry("Gelu", Kernel.of(GatedKernels::gelu)),
                Map.entry("Swish", Kernel.of(call -> swish(call, call.real("alpha", 1)))),
                contrib("QuickGelu", 1, Set.of("alpha"), call -> swish(call, call.real("alpha", 1.702f))),
                contrib("Gelu", 1, Set.of(), call -> exactGelu(call.reals(0), call.rounding())),
                contrib("BiasGelu", 2, Set.of(), call -> exactGelu(biased(call), call.rounding())),
                contrib("FastGelu", 2, Set.of(), call -> tanhGelu(biased(call), call.rounding())));
    }

    private static Map.Entry<String, Kernel> contrib(
            String name, int inputs, Set<String> attributes, Function<Call, Reals> function) {
        return Map.entry("com.microsoft." + name, Kernel.reading(inputs, attributes, Kernel.of(function)));
    }

    private static Reals mish(Call call) {
        Rounding rounding = call.rounding();
        Reals gate = Curves.tanh(Curves.softplus(call.reals(0), rounding), rounding);
        return gated(call.reals(0), gate, rounding);
    }

    private static Reals gelu(Call call) {
        String approximate = call.text("approximate", "none");
        return switch (approximate) {
            case "none" -> exactGelu(call.reals(0), call.rounding());
            case "tanh" -> tanhGelu(call.reals(0), call.rounding());
            default -> throw new IllegalArgumentException("Gelu approximates by none or tanh, not by " + approximate);
        };
    }

    private static Reals exactGelu(Reals x, Rounding rounding) {
        return gated(x, rounding.ranged(x.mapped(Functions::normal), 4, 1), rounding);
    }

    private static Reals tanhGelu(Reals x, Rounding rounding) {
        double factor = Math.sqrt(2 / Math.PI);
        Reals inner = rounding.relative(x.mapped(value -> factor * value * (1 + 0.044715 * value * value)), 4);
        // (1 + tanh(u)) / 2 is the sigmoid of 2u, which does not cancel.
        return gated(x, Curves.sigmoid(inner.mapped(value -> 2 * value), rounding), rounding);
    }

    private static Reals biased(Call call) {
        Reals x = call.reals(0);
        return call.realsIf(1)
                .map(bias -> call.rounding().relative(Elementwise.plus(x, bias), 1))
                .orElse(x);
    }

    private static Reals swish(Call call, double alpha) {
        Rounding rounding = call.rounding();
        Reals scaled = rounding.relative(call.reals(0).mapped(x -> alpha * x), 1);
        return gated(call.reals(0), Curves.sigmoid(scaled, rounding), rounding);
    }

    private static Reals gated(Reals x, Reals gate, Rounding rounding) {
        return rounding.relative(Elementwise.times(x, gate), 1);
    }
}
