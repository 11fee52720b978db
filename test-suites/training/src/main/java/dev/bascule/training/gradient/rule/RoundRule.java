package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/**
 * Rounding is constant between its steps, so that no gradient flows. Where training itself rounds, as {@link Operators#roundedStraight} does, it passes as
 * if nothing were rounded (the straight-through estimator: Bengio et al. 2013).
 */
final class RoundRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Round");
    }

    @Override
    public String limits() {
        return "none flows, but straight through a rounding that training put there itself";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        return at.node().proto().getName().startsWith(Operators.STRAIGHT)
                ? List.of(at.wanted(0, at::gradient))
                : List.of();
    }
}
