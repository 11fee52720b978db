package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** Elu is α(eˣ − 1) below zero, so that its slope there is y + α; Selu is γ times one of x, with slope y + γα below and γ above. */
final class EluRule implements Derivative {
    private static final double SELU_ALPHA = 1.67326319f;
    private static final double SELU_GAMMA = 1.05070102f;

    @Override
    public List<String> operators() {
        return List.of("Elu", "Selu");
    }

    @Override
    public Symbol derivative(Backward at, Operators on) {
        boolean scaled = at.node().operator().equals("Selu");
        double gamma = scaled ? at.node().real("gamma", SELU_GAMMA) : 1;
        double alpha = at.node().real("alpha", scaled ? SELU_ALPHA : 1);
        Symbol below = on.mul(on.negative(at.input(0)), on.add(at.output(), gamma * alpha - gamma));
        return on.add(below, gamma);
    }
}
