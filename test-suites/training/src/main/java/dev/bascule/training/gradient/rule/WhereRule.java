package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** The gradient goes to the side that was taken; the other has zeros, whatever it would have been. */
final class WhereRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Where");
    }

    @Override
    public String limits() {
        return "none by the condition";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol condition = at.input(0);
        Symbol gradient = at.gradient();
        Symbol zero = on.scalar(gradient, 0);
        return List.of(
                Optional.empty(),
                at.wanted(
                        1,
                        () -> on.sumTo(
                                on.where(condition, gradient, zero), at.input(1).shape())),
                at.wanted(
                        2,
                        () -> on.sumTo(
                                on.where(condition, zero, gradient), at.input(2).shape())));
    }
}
