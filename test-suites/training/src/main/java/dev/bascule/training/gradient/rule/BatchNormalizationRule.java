package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;

/** As it stands in a trained model, with moments that are given; and with those of the batch, where it is in training mode. */
final class BatchNormalizationRule implements GradientRule {
    private static final double EPSILON = 1e-5;

    @Override
    public List<String> operators() {
        return List.of("BatchNormalization");
    }

    @Override
    public String limits() {
        return "none by the running statistics";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        double epsilon = at.node().real("epsilon", EPSILON);
        Symbol x = at.input(0);
        Symbol gradient = at.gradient();
        Symbol gain = along(on, at.input(1), x);
        long[] axes = Operators.others(x.rank(), 1);
        Optional<Symbol> shift = Optional.of(on.reduceSum(gradient, false, axes));
        if (at.node().integer("training_mode", 0) != 0) {
            Standardisation.Group group = Standardisation.of(on, x, epsilon, axes);
            return List.of(
                    Optional.of(Standardisation.gradient(on, group, on.mul(gradient, gain), axes)),
                    Optional.of(on.reduceSum(on.mul(gradient, group.standard()), false, axes)),
                    shift,
                    Optional.empty(),
                    Optional.empty());
        }
        Symbol scale = on.reciprocal(on.sqrt(on.add(at.input(4), epsilon)));
        Symbol centred = on.sub(x, along(on, at.input(3), x));
        Symbol byGain = on.mul(on.reduceSum(on.mul(gradient, centred), false, axes), scale);
        Symbol slope = on.mul(at.input(1), scale);
        return List.of(
                at.wants(0) ? Optional.of(on.mul(gradient, along(on, slope, x))) : Optional.empty(),
                Optional.of(byGain),
                shift,
                at.wants(3) ? shift.map(sum -> on.neg(on.mul(slope, sum))) : Optional.empty(),
                at.wants(4) ? Optional.of(on.mul(on.mul(on.mul(slope, scale), byGain), -0.5)) : Optional.empty());
    }

    /** A value for each channel, so that it is broadcast along the channels of this. */
    static Symbol along(Operators on, Symbol channels, Symbol x) {
        long[] dims = new long[x.rank() - 1];
        Arrays.fill(dims, 1);
        dims[0] = channels.shape().elements();
        return on.reshape(channels, Shape.of(dims));
    }
}
