package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** d(eˣ) = eˣ·dx. */
final class ExpRule implements Derivative {
    @Override
    public List<String> operators() {
        return List.of("Exp");
    }

    @Override
    public Symbol derivative(Backward at, Operators on) {
        return at.output();
    }
}
