package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** The slope below zero, else 1; the slope itself, which is broadcast, takes what came in below zero. */
final class PReluRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("PRelu");
    }

    @Override
    public String limits() {
        return "1 at zero";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol x = at.input(0);
        Symbol slope = at.input(1);
        Symbol below = on.mul(at.gradient(), on.negative(x));
        return List.of(
                at.wanted(0, () -> on.add(at.gradient(), on.mul(below, on.add(slope, -1)))),
                at.wanted(1, () -> on.sumTo(on.mul(below, x), slope.shape())));
    }
}
