package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** d(log x) = dx/x. */
final class LogRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Log");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        return List.of(at.wanted(0, () -> on.div(at.gradient(), at.input(0))));
    }
}
