package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/** The axes go back to where they were. */
final class TransposeRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Transpose");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        int rank = at.input(0).rank();
        List<Long> order = at.node()
                .integers("perm")
                .orElseGet(() -> LongStream.range(0, rank)
                        .map(axis -> rank - 1 - axis)
                        .boxed()
                        .toList());
        long[] back = new long[rank];
        for (int axis = 0; axis < rank; axis++) {
            back[Math.toIntExact(order.get(axis))] = axis;
        }
        return List.of(at.wanted(0, () -> on.transpose(at.gradient(), back)));
    }
}
