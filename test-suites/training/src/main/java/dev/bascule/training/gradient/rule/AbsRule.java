package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** d|x| = sign(x)·dx, and 0 at zero. Without Sign, which not every backend has. */
final class AbsRule implements Derivative {
    @Override
    public List<String> operators() {
        return List.of("Abs");
    }

    @Override
    public String limits() {
        return "0 at zero";
    }

    @Override
    public Symbol derivative(Backward at, Operators on) {
        return on.sign(at.input(0));
    }
}
