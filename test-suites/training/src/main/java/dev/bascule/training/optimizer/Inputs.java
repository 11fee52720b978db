package dev.bascule.training.optimizer;

import dev.bascule.training.graph.Symbol;
import java.util.Map;
import java.util.Optional;

/** Moments and scalars by name. Stateless. */
final class Inputs {
    private Inputs() {}

    /** @throws IllegalArgumentException when the graph was made without it */
    static Symbol of(Map<String, Symbol> inputs, String name) {
        return Optional.ofNullable(inputs.get(name))
                .orElseThrow(() -> new IllegalArgumentException("the graph has no input " + name));
    }
}
