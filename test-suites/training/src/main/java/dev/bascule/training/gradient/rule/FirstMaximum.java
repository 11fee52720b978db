package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/**
 * Which of several numbers is the largest: of equal ones the first alone, as PyTorch and ONNX Runtime have it. Pictures have large areas of
 * one colour, where all numbers under a window are equal: shared gradients would lead another way than theirs. Stateless.
 */
final class FirstMaximum {
    private FirstMaximum() {}

    /**
     * 1 at the first that is the maximum, else 0.
     *
     * @param patches [planes, cells, places]
     * @param maxima [planes, 1, places], each of them one of the cells
     */
    static Symbol of(Operators on, Symbol patches, Symbol maxima) {
        Symbol equal = on.cast(on.graph().op("Equal", List.of(patches, maxima)), patches.dtype());
        int cells = Math.toIntExact(patches.dim(1));
        if (cells == 1) {
            return equal;
        }
        float[] before = new float[cells * cells];
        for (int row = 0; row < cells; row++) {
            for (int column = 0; column < row; column++) {
                before[row * cells + column] = 1;
            }
        }
        // How many equal ones stand before each: a running sum by a product, for CumSum is not everywhere.
        Symbol earlier = on.matMul(on.constant(equal, Tensor.floats(Shape.of(cells, cells), before)), equal);
        return on.mul(equal, on.greater(on.scalar(equal, 0.5), earlier));
    }
}
