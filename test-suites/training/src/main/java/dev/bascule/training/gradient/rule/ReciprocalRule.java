package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** d(1/x) = −dx/x². */
final class ReciprocalRule implements Derivative {
    @Override
    public List<String> operators() {
        return List.of("Reciprocal");
    }

    @Override
    public Symbol derivative(Backward at, Operators on) {
        return on.neg(on.square(at.output()));
    }
}
