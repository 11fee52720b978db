package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** The greatest or least of each group: elements that are it share the gradient, as in PyTorch. */
final class ReducedExtremeRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("ReduceMax", "ReduceMin");
    }

    @Override
    public String limits() {
        return "elements that are equal share it";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol x = at.input(0);
        long[] axes = Axes.reduced(at.node(), on);
        Shape kept = Axes.kept(x.shape(), axes);
        Symbol y = on.reshape(at.output(), kept);
        return List.of(at.wanted(0, () -> {
            boolean greatest = at.node().operator().equals("ReduceMax");
            Symbol chosen = greatest ? on.notGreater(y, x) : on.notGreater(x, y);
            return on.mul(chosen, on.div(on.reshape(at.gradient(), kept), on.reduceSum(chosen, true, axes)));
        }));
    }
}
