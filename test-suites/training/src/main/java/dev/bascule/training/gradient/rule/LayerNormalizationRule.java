package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * Layer normalisation, x̂ = (x − mean)/√(variance + ε) and y = x̂·scale + bias. With g = dy·scale, dx = (g − mean(g) − x̂·mean(g·x̂))/√(variance + ε)
 * (Ba et al. 2016). Mean and deviation are computed again from the input: not every backend gives them out.
 */
final class LayerNormalizationRule implements GradientRule {
    private static final double EPSILON = 1e-5;

    @Override
    public List<String> operators() {
        return List.of("LayerNormalization");
    }

    @Override
    public String limits() {
        return "its first output alone";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol x = at.input(0);
        Symbol scale = at.input(1);
        Symbol gradient = at.gradient();
        long[] axes =
                LongStream.range(Axes.of(at.node(), -1, x.rank()), x.rank()).toArray();
        Symbol centred = on.sub(x, on.reduceMean(x, true, axes));
        Symbol variance = on.reduceMean(on.square(centred), true, axes);
        Symbol inverse = on.reciprocal(on.sqrt(on.add(variance, at.node().real("epsilon", EPSILON))));
        Symbol normalised = on.mul(centred, inverse);
        List<Optional<Symbol>> all = new ArrayList<>();
        all.add(at.wanted(0, () -> {
            Symbol scaled = on.mul(gradient, scale);
            Symbol mean = on.reduceMean(scaled, true, axes);
            Symbol along = on.mul(normalised, on.reduceMean(on.mul(scaled, normalised), true, axes));
            return on.mul(inverse, on.sub(on.sub(scaled, mean), along));
        }));
        all.add(at.wanted(1, () -> on.sumTo(on.mul(gradient, normalised), scale.shape())));
        all.add(at.wanted(2, () -> on.sumTo(gradient, at.input(2).shape())));
        return all;
    }
}
