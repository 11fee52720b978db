package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/** The gradients of the parts are put together again; a part that nobody reads has zeros. */
final class SplitRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Split");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol x = at.input(0);
        int axis = Axes.of(at.node(), 0, x.rank());
        return List.of(at.wanted(
                0,
                () -> on.concat(
                        axis,
                        IntStream.range(0, at.node().outputs().size())
                                .mapToObj(i -> at.gradients()
                                        .get(i)
                                        .orElseGet(() -> on.filled(
                                                x.dtype(), at.node().output(i).shape(), 0)))
                                .toList())));
    }
}
