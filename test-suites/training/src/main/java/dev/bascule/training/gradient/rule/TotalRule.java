package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;

/** Sums and means over axes: each element takes the whole gradient of its group, or its share. */
final class TotalRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("ReduceSum", "ReduceMean");
    }

    @Override
    public String limits() {
        return "axes are to be constant";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Shape shape = at.input(0).shape();
        Shape kept = Axes.kept(shape, Axes.reduced(at.node(), on));
        double share = at.node().operator().equals("ReduceMean") ? (double) kept.elements() / shape.elements() : 1;
        return List.of(at.wanted(0, () -> {
            Symbol gradient = on.reshape(at.gradient(), kept);
            return on.expand(share == 1 ? gradient : on.mul(gradient, share), shape);
        }));
    }
}
