package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** The rule of a function of one number: the gradient is multiplied by its derivative, element by element. Stateless. */
interface Derivative extends GradientRule {

    /** The derivative at each element, of the shape of the input. */
    Symbol derivative(Backward at, Operators on);

    @Override
    default List<Optional<Symbol>> gradients(Backward at, Operators on) {
        return List.of(at.wanted(0, () -> on.mul(at.gradient(), derivative(at, on))));
    }
}
