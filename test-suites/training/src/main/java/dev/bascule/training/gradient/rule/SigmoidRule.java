package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** dσ(x) = σ(x)·(1 − σ(x))·dx. */
final class SigmoidRule implements Derivative {
    @Override
    public List<String> operators() {
        return List.of("Sigmoid");
    }

    @Override
    public Symbol derivative(Backward at, Operators on) {
        Symbol y = at.output();
        return on.mul(y, on.sub(on.scalar(y, 1), y));
    }
}
