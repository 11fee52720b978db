package dev.bascule.exact.kernel.pointwise;

import dev.bascule.exact.kernel.Kernel;
import java.util.Map;
import java.util.function.DoubleUnaryOperator;
import org.apache.commons.numbers.gamma.Erf;

/** Functions of one real number. Stateless. */
final class FunctionKernels {
    private FunctionKernels() {}

    static Map<String, Kernel> all() {
        return Map.ofEntries(
                Map.entry("Reciprocal", function(x -> 1 / x, 2.5)),
                Map.entry("Sqrt", function(Math::sqrt, 1)),
                Map.entry("Exp", function(Math::exp, 2)),
                Map.entry("Log", function(Math::log, 2)),
                Map.entry("Sin", saturating(Math::sin)),
                Map.entry("Cos", saturating(Math::cos)),
                Map.entry("Tan", function(Math::tan, 4)),
                Map.entry("Asin", function(Math::asin, 4)),
                Map.entry("Acos", function(Math::acos, 4)),
                Map.entry("Atan", function(Math::atan, 4)),
                Map.entry("Sinh", function(Math::sinh, 4)),
                Map.entry("Cosh", function(Math::cosh, 4)),
                Map.entry("Asinh", function(Functions::asinh, 4)),
                Map.entry("Acosh", function(Functions::acosh, 4)),
                Map.entry("Atanh", function(Functions::atanh, 4)),
                Map.entry("Tanh", Kernel.of(call -> Curves.tanh(call.reals(0), call.rounding()))),
                Map.entry("Erf", saturating(Erf::value)),
                Map.entry("Sigmoid", Kernel.of(call -> Curves.sigmoid(call.reals(0), call.rounding()))),
                Map.entry("Floor", step(Math::floor)),
                Map.entry("Ceil", step(Math::ceil)),
                Map.entry("Round", step(Math::rint)));
    }

    private static Kernel function(DoubleUnaryOperator function, double units) {
        return Kernel.of(call -> call.rounding().relative(call.reals(0).mapped(function), units));
    }

    private static Kernel saturating(DoubleUnaryOperator function) {
        return Kernel.of(call -> call.rounding().ranged(call.reals(0).mapped(function), 4, 1));
    }

    private static Kernel step(DoubleUnaryOperator function) {
        return Kernel.of(call -> call.rounding().atStep(call.reals(0)).mapped(function));
    }
}
