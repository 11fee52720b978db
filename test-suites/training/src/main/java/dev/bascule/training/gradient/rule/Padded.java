package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Zeros at the ends of an axis, by Concat: Pad is not on every backend. Stateless. */
final class Padded {
    private Padded() {}

    static Symbol along(Operators on, Symbol value, int axis, long before, long after) {
        List<Symbol> parts = new ArrayList<>();
        zeros(on, value, axis, before).ifPresent(parts::add);
        if (value.dim(axis) > 0 || before + after == 0) {
            parts.add(value);
        }
        zeros(on, value, axis, after).ifPresent(parts::add);
        return on.concat(axis, parts);
    }

    private static Optional<Symbol> zeros(Operators on, Symbol value, int axis, long count) {
        if (count == 0) {
            return Optional.empty();
        }
        List<Long> dims = new ArrayList<>(value.shape().dims());
        dims.set(axis, count);
        return Optional.of(on.filled(value.dtype(), new Shape(dims), 0));
    }
}
