package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** d(sin x) = cos x·dx and d(cos x) = −sin x·dx. */
final class SinRule implements Derivative {
    @Override
    public List<String> operators() {
        return List.of("Cos", "Sin");
    }

    @Override
    public Symbol derivative(Backward at, Operators on) {
        return at.node().operator().equals("Sin")
                ? on.graph().op("Cos", List.of(at.input(0)))
                : on.neg(on.graph().op("Sin", List.of(at.input(0))));
    }
}
