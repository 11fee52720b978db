package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** α between its ends, 0 at and beyond them. */
final class HardSigmoidRule implements Derivative {
    private static final double ALPHA = 0.2f;

    @Override
    public List<String> operators() {
        return List.of("HardSigmoid");
    }

    @Override
    public String limits() {
        return "0 at its ends";
    }

    @Override
    public Symbol derivative(Backward at, Operators on) {
        Symbol y = at.output();
        Symbol between = on.mul(on.positive(y), on.greater(on.scalar(y, 1), y));
        return on.mul(between, at.node().real("alpha", ALPHA));
    }
}
