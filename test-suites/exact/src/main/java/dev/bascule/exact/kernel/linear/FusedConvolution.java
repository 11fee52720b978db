package dev.bascule.exact.kernel.linear;

import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.kernel.pointwise.Curves;
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
            case "LeakyRelu" -> Curves.leaky(sum, parameter(parameters, 0), call.rounding());
            case "Clip" ->
                sum.mapped(value -> Math.min(parameter(parameters, 1), Math.max(parameter(parameters, 0), value)));
            case "Tanh" -> Curves.tanh(sum, call.rounding());
            case "Sigmoid" -> Curves.sigmoid(sum, call.rounding());
            case "HardSigmoid" -> Curves.ramp(sum, parameter(parameters, 0), parameter(parameters, 1), call.rounding());
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
