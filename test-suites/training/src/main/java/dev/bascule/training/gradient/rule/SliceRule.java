package dev.bascule.training.gradient.rule;

import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.GraphNode;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.stream.LongStream;

/**
 * What was cut off has zeros: put beside the gradient where elements were next to each other, picked from beside it where they were apart or turned
 * round. No Scatter, which not every backend has.
 */
final class SliceRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Slice");
    }

    @Override
    public String limits() {
        return "borders, axes and steps are to be constant";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        return List.of(at.wanted(0, () -> {
            GraphNode node = at.node();
            Symbol x = at.input(0);
            List<Long> starts = Contents.longs(node, 1, on);
            List<Long> axes = node.has(3)
                    ? Contents.longs(node, 3, on)
                    : LongStream.range(0, starts.size()).boxed().toList();
            List<Long> steps = node.has(4) ? Contents.longs(node, 4, on) : Collections.nCopies(starts.size(), 1L);
            Symbol gradient = at.gradient();
            for (int i = 0; i < starts.size(); i++) {
                int axis = Axes.front(axes.get(i), x.rank());
                gradient = restored(gradient, axis, x.dim(axis), starts.get(i), steps.get(i), on);
            }
            return gradient;
        }));
    }

    private static Symbol restored(Symbol gradient, int axis, long size, long start, long step, Operators on) {
        long first = Math.min(Math.max(start < 0 ? start + size : start, 0), step > 0 ? size : size - 1);
        long count = gradient.dim(axis);
        if (step == 1) {
            return Padded.along(on, gradient, axis, first, size - first - count);
        }
        // Everything that was cut off reads the same zeros, which stand at the end.
        long[] from = LongStream.range(0, size).map(each -> count).toArray();
        for (long each = 0; each < count; each++) {
            from[Math.toIntExact(first + each * step)] = each;
        }
        Symbol extended = Padded.along(on, gradient, axis, 0, 1);
        return on.gather(extended, on.longs(from), axis);
    }
}
