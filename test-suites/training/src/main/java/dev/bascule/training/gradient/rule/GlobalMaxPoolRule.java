package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** The gradient goes to the first of the largest of each plane: see {@link FirstMaximum}. */
final class GlobalMaxPoolRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("GlobalMaxPool");
    }

    @Override
    public String limits() {
        return "among equal ones the first takes it";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol x = at.input(0);
        long planes = x.dim(0) * x.dim(1);
        Shape one = Shape.of(planes, 1, 1);
        Symbol cells = on.reshape(x, Shape.of(planes, x.shape().elements() / planes, 1));
        Symbol first = FirstMaximum.of(on, cells, on.reshape(at.output(), one));
        return List.of(Optional.of(on.reshape(on.mul(first, on.reshape(at.gradient(), one)), x.shape())));
    }
}
