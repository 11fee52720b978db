package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.gradient.Backward;
import dev.bascule.training.gradient.GradientRule;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Products of matrices: for C = A·B, dA = dC·Bᵀ and dB = Aᵀ·dC. A vector is a row on the left, and a column on the right. */
final class MatMulRule implements GradientRule {
    @Override
    public List<String> operators() {
        return List.of("MatMul");
    }

    @Override
    public List<Optional<Symbol>> gradients(Backward at, Operators on) {
        Shape first = at.input(0).shape();
        Shape second = at.input(1).shape();
        Symbol a = first.rank() == 1
                ? on.reshape(at.input(0), Shape.of(1, at.input(0).dim(0)))
                : at.input(0);
        Symbol b = second.rank() == 1
                ? on.reshape(at.input(1), Shape.of(at.input(1).dim(0), 1))
                : at.input(1);
        Symbol gradient =
                on.reshape(at.gradient(), product(at.gradient().shape(), first.rank() == 1, second.rank() == 1));
        return List.of(
                at.wanted(0, () -> on.reshape(on.sumTo(on.matMul(gradient, on.transposeLast(b)), a.shape()), first)),
                at.wanted(1, () -> on.reshape(on.sumTo(on.matMul(on.transposeLast(a), gradient), b.shape()), second)));
    }

    /** The shape of the product where each vector is a matrix. */
    private static Shape product(Shape shape, boolean row, boolean column) {
        List<Long> dims = new ArrayList<>(shape.dims());
        if (row) {
            dims.add(column ? dims.size() : dims.size() - 1, 1L);
        }
        if (column) {
            dims.add(1L);
        }
        return new Shape(dims);
    }
}
