package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** Each element of a plane gets the same share. */
final class GlobalAveragePoolRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("GlobalAveragePool");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol x = at.input(0);
        double share = (double) (x.dim(0) * x.dim(1)) / x.shape().elements();
        return List.of(Optional.of(on.expand(on.mul(at.gradient(), share), x.shape())));
    }
}
