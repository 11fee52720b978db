package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** What only takes another shape: the gradient takes the old one. */
final class ReshapeRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Reshape", "Flatten", "Squeeze", "Unsqueeze", "Identity");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        return List.of(at.wanted(0, () -> on.reshape(at.gradient(), at.input(0).shape())));
    }
}
