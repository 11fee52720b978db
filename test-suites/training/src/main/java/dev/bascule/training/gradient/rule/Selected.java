package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.List;

/** A product with a matrix along one axis. Stateless. */
final class Selected {
    private Selected() {}

    /**
     * @param matrix [to, from]
     * @param value whose size along the axis is {@code from}
     * @return the same with {@code to} along the axis
     */
    static Symbol along(Operators on, Symbol matrix, Symbol value, int axis) {
        List<Long> dims = value.shape().dims();
        long before = dims.subList(0, axis).stream().reduce(1L, (a, b) -> a * b);
        long after = dims.subList(axis + 1, dims.size()).stream().reduce(1L, (a, b) -> a * b);
        Symbol product = on.matMul(
                value.dtype() == matrix.dtype() ? matrix : on.cast(matrix, value.dtype()),
                on.reshape(value, Shape.of(before, value.dim(axis), after)));
        List<Long> result = new ArrayList<>(dims);
        result.set(axis, matrix.dim(0));
        return on.reshape(product, new Shape(result));
    }
}
