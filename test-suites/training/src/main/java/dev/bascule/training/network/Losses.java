package dev.bascule.training.network;

import dev.bascule.fallback.tensor.Shape;
import dev.bascule.models.onnx.Attributes;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;

/** What is made small. Stateless. */
public final class Losses {
    private Losses() {}

    /**
     * The mean over the batch of −Σ target · log softmax(logits).
     *
     * @param logits [batch, classes]
     * @param targets [batch, classes], each row a distribution
     * @return a scalar
     */
    public static Symbol softmaxCrossEntropy(Operators on, Symbol logits, Symbol targets) {
        Symbol sum = on.total(on.mul(logSoftmax(on, logits), targets));
        return on.mul(sum, -1.0 / logits.dim(0));
    }

    /** Along the last axis, by primitives: LogSoftmax is on no provider of a browser but wasm. */
    private static Symbol logSoftmax(Operators on, Symbol x) {
        int last = x.rank() - 1;
        Symbol greatest = on.graph()
                .op("ReduceMax", List.of(x), Attributes.ints("axes", last), Attributes.integer("keepdims", 1));
        Symbol shifted = on.sub(x, greatest);
        return on.sub(shifted, on.log(on.reduceSum(on.exp(shifted), true, last)));
    }

    /**
     * The mean over all elements of −t·log σ(x) − (1 − t)·log σ(−x), where log σ is the logarithmic softmax of x beside 0: it neither overflows nor has a
     * kink.
     *
     * @param logits of any shape
     * @param targets of the same, each between 0 and 1
     * @return a scalar
     */
    public static Symbol binaryCrossEntropy(Operators on, Symbol logits, Symbol targets) {
        Shape column = Shape.of(logits.shape().elements(), 1);
        Symbol pairs = on.concat(1, List.of(on.reshape(logits, column), on.filled(column, 0)));
        Symbol is = on.reshape(targets, column);
        Symbol isAndIsNot = on.concat(1, List.of(is, on.sub(on.scalar(1), is)));
        return softmaxCrossEntropy(on, pairs, isAndIsNot);
    }

    /**
     * The mean over all elements of (output − target)².
     *
     * @param targets of the shape of the outputs
     * @return a scalar
     */
    public static Symbol meanSquaredError(Operators on, Symbol outputs, Symbol targets) {
        Symbol sum = on.total(on.square(on.sub(outputs, targets)));
        return on.mul(sum, 1.0 / outputs.shape().elements());
    }
}
