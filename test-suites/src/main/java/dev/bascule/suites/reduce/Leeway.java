package dev.bascule.suites.reduce;

import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.Tensor;

/** How far a value of a model, be it an output or one on the way, may lie from what is expected. Stateless. */
@FunctionalInterface
public interface Leeway {

    /** What rounding alone may come to after so many nodes: the rule where a case has none of its own. */
    Leeway OF_ROUNDING = (value, expected, depth) -> Tolerance.of(expected.dtype(), depth);

    /**
     * @param value its name
     * @param depth number of nodes that lead to it
     */
    Tolerance of(String value, Tensor expected, int depth);
}
