package dev.bascule.training.network;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;

/** Samples as rows of numbers, one for each step of a sequence. Stateless. */
final class Steps {
    private Steps() {}

    /** How many steps a sample has: tokens, rows of a matrix, or rows of a picture of one channel. */
    static long length(Shape sample) {
        return sample.rank() == 3 ? sample.dims().get(1) : sample.dims().get(0);
    }

    /**
     * Tokens one-hot, and rows as they are.
     *
     * @return [batch, length, features]
     */
    static Symbol of(Layers layers, Task task, Symbol batch) {
        Operators on = layers.on();
        if (task.dtype() == DType.INT64) {
            return layers.oneHot(batch, task.vocabulary().orElseThrow());
        }
        long length = length(task.sample());
        return on.reshape(batch, Shape.of(batch.dim(0), length, task.sample().elements() / length));
    }
}
