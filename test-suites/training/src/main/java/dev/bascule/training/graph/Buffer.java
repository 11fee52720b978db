package dev.bascule.training.graph;

import dev.bascule.fallback.tensor.Tensor;
import java.util.Optional;

/**
 * A value that is carried from step to step and not trained, such as a running mean. Immutable.
 *
 * @param initial what it is before the first step
 * @param next what a step makes of it; empty where it is only read
 */
public record Buffer(Symbol symbol, Tensor initial, Optional<Symbol> next) {
    public String name() {
        return symbol.name();
    }
}
