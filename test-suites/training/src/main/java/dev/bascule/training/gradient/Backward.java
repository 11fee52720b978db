package dev.bascule.training.gradient;

import dev.bascule.training.graph.GraphNode;
import dev.bascule.training.graph.Symbol;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;

/**
 * A node that is walked through backward. Immutable.
 *
 * @param gradients of the loss by each output, of its shape; empty where the loss does not depend on it
 * @param wanted whether each input leads to something that a gradient is wanted of
 */
public record Backward(GraphNode node, List<Optional<Symbol>> gradients, List<Boolean> wanted) {
    public Backward {
        gradients = List.copyOf(gradients);
        wanted = List.copyOf(wanted);
    }

    /** The gradient by the first output. */
    public Symbol gradient() {
        return gradients.get(0).orElseThrow();
    }

    public Symbol input(int index) {
        return node.input(index);
    }

    public Symbol output() {
        return node.output(0);
    }

    /** The gradient of an input where it is wanted; else its nodes are not even made. */
    public Optional<Symbol> wanted(int index, Supplier<Symbol> gradient) {
        return wants(index) ? Optional.of(gradient.get()) : Optional.empty();
    }

    /** Whether the gradient of an input is wanted at all: most rules save work where it is not. */
    public boolean wants(int index) {
        return index < wanted.size() && wanted.get(index);
    }
}
