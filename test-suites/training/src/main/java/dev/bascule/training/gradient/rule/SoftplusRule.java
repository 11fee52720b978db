package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** d(log(1 + eˣ)) = σ(x)·dx. */
final class SoftplusRule implements Derivative {
    @Override
    public List<String> operators() {
        return List.of("Softplus");
    }

    @Override
    public Symbol derivative(Backward at, Operators on) {
        return on.graph().op("Sigmoid", List.of(at.input(0)));
    }
}
