package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** For y = log softmax(x), dx = dy − eʸ·Σ dy. */
final class LogSoftmaxRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("LogSoftmax");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol y = at.output();
        int axis = Axes.of(at.node(), -1, y.rank());
        return List.of(at.wanted(
                0, () -> on.sub(at.gradient(), on.mul(on.exp(y), on.reduceSum(at.gradient(), true, axis)))));
    }
}
