package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Each input takes its part of the gradient. */
final class ConcatRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Concat");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        int axis = Axes.of(at.node(), 0, at.output().rank());
        List<Optional<Symbol>> all = new ArrayList<>();
        long from = 0;
        for (int i = 0; i < at.node().inputs().size(); i++) {
            long start = from;
            long end = from + at.input(i).dim(axis);
            all.add(at.wanted(i, () -> on.slice(at.gradient(), axis, start, end)));
            from = end;
        }
        return all;
    }
}
