package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Each row that was read takes what came back of it, as a product with the one-hot matrix of the indices: no Scatter, which not every backend has. Up to
 * 1,024 rows the matrix is read from a constant, row by row, else it is found by comparison.
 */
final class GatherRule implements GradientRule {
    private static final long SMALL = 1024;

    @Override
    public List<String> operators() {
        return List.of("Gather");
    }

    @Override
    public String limits() {
        return "by a product with a one-hot matrix; none by the indices";
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Symbol data = at.input(0);
        Symbol indices = at.input(1);
        int axis = Axes.of(at.node(), 0, data.rank());
        return List.of(at.wanted(0, () -> {
            long rows = data.dim(axis);
            long count = indices.shape().elements();
            Symbol flat = on.reshape(indices, Shape.of(count));
            Symbol oneHot = rows <= SMALL ? read(on, flat, rows) : compared(on, flat, rows);
            List<Long> dims = new ArrayList<>(data.shape().dims());
            dims.set(axis, count);
            return Selected.along(on, on.transpose(oneHot, 1, 0), on.reshape(at.gradient(), new Shape(dims)), axis);
        }));
    }

    /** [count, rows] */
    private static Symbol read(Operators on, Symbol indices, long rows) {
        int size = Math.toIntExact(rows);
        float[] identity = new float[size * size];
        for (int i = 0; i < size; i++) {
            identity[i * size + i] = 1;
        }
        return on.gather(on.graph().constant(Tensor.floats(Shape.of(rows, rows), identity)), indices, 0);
    }

    /** The same; whole numbers up to 2²⁴ are exact as floats. A negative index counts from the end. */
    private static Symbol compared(Operators on, Symbol indices, long rows) {
        float[] counted = new float[Math.toIntExact(rows)];
        for (int i = 0; i < counted.length; i++) {
            counted[i] = i;
        }
        Symbol row = on.reshape(on.cast(indices, DType.FLOAT32), Shape.of(indices.dim(0), 1));
        Symbol front = on.add(row, on.mul(on.negative(row), rows));
        Symbol every = on.graph().constant(Tensor.floats(Shape.of(1, rows), counted));
        return on.cast(on.graph().op("Equal", List.of(front, every)), DType.FLOAT32);
    }
}
