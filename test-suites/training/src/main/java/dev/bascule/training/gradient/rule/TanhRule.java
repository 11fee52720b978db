package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** d(tanh x) = (1 − tanh² x)·dx. */
final class TanhRule implements Derivative {
    @Override
    public List<String> operators() {
        return List.of("Tanh");
    }

    @Override
    public Symbol derivative(Backward at, Operators on) {
        return on.sub(on.scalar(at.output(), 1), on.square(at.output()));
    }
}
