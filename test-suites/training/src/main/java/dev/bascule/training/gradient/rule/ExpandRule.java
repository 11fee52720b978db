package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** What was repeated is summed. */
final class ExpandRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Expand");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        return List.of(at.wanted(0, () -> on.sumTo(at.gradient(), at.input(0).shape())));
    }
}
