package dev.bascule.training.graph;

import dev.bascule.fallback.tensor.Tensor;

/**
 * A value that training changes. Immutable.
 *
 * @param initial what it is before the first step
 * @param decays whether weight decay applies: to weights it does, to biases and gains of normalisations it does not
 */
public record Parameter(Symbol symbol, Tensor initial, boolean decays) {
    public String name() {
        return symbol.name();
    }
}
