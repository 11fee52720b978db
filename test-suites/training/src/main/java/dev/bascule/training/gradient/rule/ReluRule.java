package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** The gradient passes where the output is above zero, and nowhere else: at zero itself it is taken for 0, as other frameworks do. */
final class ReluRule implements Derivative {
    @Override
    public List<String> operators() {
        return List.of("Relu");
    }

    @Override
    public String limits() {
        return "0 at zero";
    }

    @Override
    public Symbol derivative(Backward at, Operators on) {
        return on.positive(at.output());
    }
}
