package dev.bascule.studies.reduce.trial;

import dev.bascule.fallback.numerics.Lineage;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.tensor.Tensor;

/** The rule of how far a value of a model, be it an output or one on the way, may lie from what is expected. Stateless. */
@FunctionalInterface
public interface ValueTolerance {

    /** What rounding alone may come to: the rule where a case has none of its own. */
    ValueTolerance OF_ROUNDING = (value, expected, lineage) -> lineage.tolerance(expected.dtype());

    /**
     * @param value its name
     * @param lineage what leads to it
     */
    Tolerance of(String value, Tensor expected, Lineage lineage);
}
