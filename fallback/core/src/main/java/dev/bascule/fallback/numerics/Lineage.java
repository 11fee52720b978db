package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.DType;
import java.util.OptionalDouble;

/**
 * What the graph says of an output, as far as rounding goes. Immutable.
 *
 * @param depth nodes that round on the longest path that leads to it
 * @param span how far the operator that made it ranges, where it saturates: 1 for a sigmoid. Near its ends such an operator is
 *     good to some units in the last place of its range, not of the value
 */
public record Lineage(int depth, OptionalDouble span) {

    /** Of an output that no saturating operator made. */
    public static Lineage of(int depth) {
        return new Lineage(depth, OptionalDouble.empty());
    }

    /** What rounding alone may come to. */
    public Tolerance tolerance(DType dtype) {
        Tolerance rounding = Tolerance.of(dtype, depth);
        return dtype.isFloat() && span.isPresent() ? rounding.orOfRange(dtype, span.getAsDouble()) : rounding;
    }
}
