package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** Quotients: for y = a/b, dy = da/b − y·db/b. */
final class DivRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Div");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol b = at.input(1);
        Symbol part = on.div(at.gradient(), b);
        return List.of(
                at.wanted(0, () -> on.sumTo(part, at.input(0).shape())),
                at.wanted(1, () -> on.sumTo(on.neg(on.mul(part, at.output())), b.shape())));
    }
}
