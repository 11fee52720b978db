package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** For y = softmax(x), dx = y·(dy − Σ dy·y). */
final class SoftmaxRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Softmax");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol y = at.output();
        int axis = Axes.of(at.node(), -1, y.rank());
        return List.of(at.wanted(0, () -> {
            Symbol sum = on.reduceSum(on.mul(at.gradient(), y), true, axis);
            return on.mul(y, on.sub(at.gradient(), sum));
        }));
    }
}
