package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** d(erf x) = 2/√π · exp(−x²)·dx. */
final class ErfRule implements Derivative {
    @Override
    public List<String> operators() {
        return List.of("Erf");
    }

    @Override
    public Symbol derivative(Backward at, Operators on) {
        return on.mul(on.exp(on.neg(on.square(at.input(0)))), 2 / Math.sqrt(Math.PI));
    }
}
