package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** From one floating type to another: the gradient goes back to the type of the input. What was or becomes whole numbers has none. */
final class CastRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Cast");
    }

    @Override
    public String limits() {
        return "between floating types";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        DType from = at.input(0).dtype();
        return from.isFloat() && at.output().dtype().isFloat()
                ? List.of(at.wanted(0, () -> on.cast(at.gradient(), from)))
                : List.of(Optional.empty());
    }
}
