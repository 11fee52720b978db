package dev.bascule.exact.kernel.normalize;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Integers;
import dev.bascule.exact.array.Operand;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.Kernel;
import dev.bascule.exact.kernel.pointwise.Elementwise;
import dev.bascule.exact.kernel.reduce.Exponentials;
import dev.bascule.exact.kernel.reduce.Groups;
import dev.bascule.exact.kernel.reduce.Totals;
import dev.bascule.exact.rounding.Rounding;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Losses of a classifier: scores are {@code [N, C, d…]}, the right classes {@code [N, d…]}. Stateless. */
final class Losses {
    private Losses() {}

    static Map<String, Kernel> all() {
        return Map.of(
                "NegativeLogLikelihoodLoss",
                Kernel.of(call -> loss(call, call.reals(0))),
                "SoftmaxCrossEntropyLoss",
                Losses::crossEntropy);
    }

    private static List<Operand> crossEntropy(Call call) {
        Reals scores = call.reals(0);
        Reals logarithms = Exponentials.logSoftmax(Groups.over(scores.dims(), 1), scores, call.rounding());
        return List.of(loss(call, logarithms), logarithms);
    }

    private static Reals loss(Call call, Reals logarithms) {
        Rounding rounding = call.rounding();
        Integers classes = call.integers(1);
        Optional<Long> ignored = call.attribute("ignore_index").map(attribute -> attribute.getI());
        double[] weights = new double[classes.size()];
        double[] losses = new double[classes.size()];
        int count = logarithms.dims()[1];
        int inner = Dims.size(logarithms.dims(), 2, logarithms.rank());
        double[] each = call.realsIf(2).map(Reals::data).orElseGet(() -> ones(count));
        for (int i = 0; i < losses.length; i++) {
            long label = classes.data()[i];
            if (ignored.isPresent() && ignored.get() == label) {
                continue;
            }
            if (label < 0 || label >= count) {
                throw new IllegalArgumentException("there is no class %d of %d".formatted(label, count));
            }
            weights[i] = each[(int) label];
            losses[i] = -logarithms.data()[(i / inner * count + (int) label) * inner + i % inner] * weights[i];
        }
        Reals weight = new Reals(logarithms.dtype(), weights, classes.dims());
        Reals loss = rounding.relative(new Reals(logarithms.dtype(), losses, classes.dims()), 1);
        String reduction = call.text("reduction", "mean");
        return switch (reduction) {
            case "none" -> loss;
            case "sum" -> sum(loss, rounding);
            case "mean" -> rounding.relative(Elementwise.over(sum(loss, rounding), sum(weight, rounding)), 2.5);
            default -> throw new IllegalArgumentException("a loss is reduced by none, sum or mean, not " + reduction);
        };
    }

    private static double[] ones(int count) {
        double[] ones = new double[count];
        Arrays.fill(ones, 1);
        return ones;
    }

    private static Reals sum(Reals x, Rounding rounding) {
        return Totals.sum(Groups.from(0, x.dims()), x, rounding).reshaped();
    }
}
