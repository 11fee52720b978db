package dev.bascule.training.gradient.rule;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.training.graph.GraphNode;
import dev.bascule.training.graph.Operators;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.OptionalDouble;
import java.util.stream.LongStream;

/** What constant inputs hold: shapes, axes and borders that a gradient depends on. Stateless. */
final class Contents {
    private Contents() {}

    /**
     * Whole numbers.
     *
     * @throws BasculeException {@link ErrorCode#MODEL_UNTRAINABLE} when the input is no constant
     */
    static List<Long> longs(GraphNode node, int index, Operators on) {
        Tensor tensor = of(node, index, on);
        Elements.Reader reader = Elements.of(tensor);
        return LongStream.range(0, tensor.shape().elements())
                .mapToObj(i -> (long) reader.at((int) i))
                .toList();
    }

    /** The only element of a constant; empty where the input is no constant, or of more elements. */
    static OptionalDouble only(GraphNode node, int index, Operators on) {
        return on.graph()
                .content(node.input(index))
                .filter(tensor -> tensor.shape().elements() == 1)
                .map(tensor -> OptionalDouble.of(Elements.of(tensor).at(0)))
                .orElseGet(OptionalDouble::empty);
    }

    private static Tensor of(GraphNode node, int index, Operators on) {
        Symbol input = node.input(index);
        return on.graph()
                .content(input)
                .orElseThrow(() -> new BasculeException(
                        ErrorCode.MODEL_UNTRAINABLE,
                        "input %d of %s '%s' is computed, and its gradient is known for a constant only"
                                .formatted(index, node.operator(), node.proto().getName())));
    }
}
