package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** The gradient passes between the borders and on them, as in PyTorch. No gradient flows to the borders. */
final class ClipRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Clip");
    }

    @Override
    public String limits() {
        return "none by the borders; on a border it passes";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        return List.of(at.wanted(0, () -> {
            Symbol gradient = at.gradient();
            if (at.node().has(1)) {
                gradient = on.mul(gradient, on.notGreater(at.input(1), at.input(0)));
            }
            return at.node().has(2) ? on.mul(gradient, on.notGreater(at.input(0), at.input(2))) : gradient;
        }));
    }
}
