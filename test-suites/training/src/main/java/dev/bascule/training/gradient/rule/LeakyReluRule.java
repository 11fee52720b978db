package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** α below zero, else 1. */
final class LeakyReluRule implements Derivative {
    private static final double ALPHA = 0.01f;

    @Override
    public List<String> operators() {
        return List.of("LeakyRelu");
    }

    @Override
    public String limits() {
        return "1 at zero";
    }

    @Override
    public Symbol derivative(Backward at, Operators on) {
        double alpha = at.node().real("alpha", ALPHA);
        return on.add(on.mul(on.negative(at.input(0)), alpha - 1), 1);
    }
}
