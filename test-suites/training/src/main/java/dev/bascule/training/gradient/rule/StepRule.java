package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** What is constant between its steps: no gradient flows through it. */
final class StepRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of(
                "And",
                "ArgMax",
                "ArgMin",
                "Ceil",
                "Equal",
                "Floor",
                "Greater",
                "GreaterOrEqual",
                "Less",
                "LessOrEqual",
                "Not",
                "Or",
                "Shape",
                "Sign",
                "Xor");
    }

    @Override
    public String limits() {
        return "none flows: they are constant between their steps";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        return List.of();
    }
}
