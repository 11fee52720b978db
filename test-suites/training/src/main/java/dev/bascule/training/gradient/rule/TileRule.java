package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** What was repeated is summed, axis by axis. */
final class TileRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("Tile");
    }

    @Override
    public String limits() {
        return "repeats are to be constant";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        return List.of(at.wanted(0, () -> {
            List<Long> repeats = Contents.longs(at.node(), 1, on);
            Symbol gradient = at.gradient();
            for (int axis = 0; axis < repeats.size(); axis++) {
                gradient = summed(on, gradient, axis, repeats.get(axis));
            }
            return gradient;
        }));
    }

    private static Symbol summed(Operators on, Symbol gradient, int axis, long repeats) {
        if (repeats == 1) {
            return gradient;
        }
        List<Long> dims = gradient.shape().dims();
        long before = dims.subList(0, axis).stream().reduce(1L, (a, b) -> a * b);
        long after = dims.subList(axis + 1, dims.size()).stream().reduce(1L, (a, b) -> a * b);
        long size = dims.get(axis) / repeats;
        List<Long> result = new ArrayList<>(dims);
        result.set(axis, size);
        return on.reshape(
                on.reduceSum(on.reshape(gradient, Shape.of(before, repeats, size * after)), false, 1),
                new Shape(result));
    }
}
