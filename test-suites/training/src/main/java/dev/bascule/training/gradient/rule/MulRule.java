package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** Products: d(a·b) = b·da + a·db. */
final class MulRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Mul");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol a = at.input(0);
        Symbol b = at.input(1);
        return List.of(
                at.wanted(0, () -> on.sumTo(on.mul(at.gradient(), b), a.shape())),
                at.wanted(1, () -> on.sumTo(on.mul(at.gradient(), a), b.shape())));
    }
}
