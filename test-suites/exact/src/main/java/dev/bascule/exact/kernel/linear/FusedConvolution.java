package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import java.util.Optional;

/** A convolution, a sum with another tensor, and an activation: com.microsoft.FusedConv. Stateless. */
final class FusedConvolution {
    private FusedConvolution() {}

    static Operand conv(Call call) {
        Reals y = Convolutions.conv(call, call.reals(0), call.reals(1), call.realsIf(2));
        Reals sum = call.realsIf(3)
                .map(other -> MatrixProducts.plus(y, other, call.rounding()))
                .orElse(y);
        double[] parameters = call.reals("activation_params").orElse(new double[0]);
        String activation = call.text("activation", "");
        return switch (activation) {
            case "" -> sum;
            case "Relu" -> sum.mapped(value -> Math.max(0, value));
            case "LeakyRelu" ->
                call.rounding().relative(sum.mapped(value -> value < 0 ? value * parameter(parameters, 0) : value), 1);
            case "Clip" ->
                sum.mapped(value -> Math.min(parameter(parameters, 1), Math.max(parameter(parameters, 0), value)));
            case "Tanh" -> call.rounding().ranged(sum.mapped(Math::tanh), 4, 1);
            case "Sigmoid" -> call.rounding().ranged(sum.mapped(value -> 1 / (1 + Math.exp(-value))), 4, 1);
            case "HardSigmoid" ->
                call.rounding()
                        .ranged(
                                sum.mapped(value -> Math.max(
                                        0, Math.min(1, parameter(parameters, 0) * value + parameter(parameters, 1)))),
                                2,
                                1);
            default -> throw new UnsupportedOperatorException("FusedConv with " + activation);
        };
    }

    private static double parameter(double[] parameters, int index) {
        return Optional.of(parameters)
                .filter(given -> index < given.length)
                .map(given -> given[index])
                .orElseThrow(() -> new IllegalArgumentException("an activation lacks its parameter " + index));
    }
}
