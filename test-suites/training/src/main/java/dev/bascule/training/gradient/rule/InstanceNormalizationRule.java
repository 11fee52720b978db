package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** Each channel of each sample by its own moments. */
final class InstanceNormalizationRule implements GradientRule {
    private static final double EPSILON = 1e-5;

    @Override
    public List<String> operators() {
        return List.of("InstanceNormalization");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol x = at.input(0);
        Symbol gradient = at.gradient();
        long[] plane = LongStream.range(2, x.rank()).toArray();
        long[] others = Operators.others(x.rank(), 1);
        Standardisation.Group group = Standardisation.of(on, x, at.node().real("epsilon", EPSILON), plane);
        Symbol gain = BatchNormalizationRule.along(on, at.input(1), x);
        return List.of(
                at.wants(0)
                        ? Optional.of(Standardisation.gradient(on, group, on.mul(gradient, gain), plane))
                        : Optional.empty(),
                Optional.of(on.reduceSum(on.mul(gradient, group.standard()), false, others)),
                Optional.of(on.reduceSum(gradient, false, others)));
    }
}
