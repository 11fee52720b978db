package dev.bascule.exact.rounding;

import dev.bascule.exact.array.Reals;
import java.util.function.Supplier;

/**
 * What kernels tell of the roundings that an engine makes where they make none. The exact pass passes everything on; a noisy one
 * moves each result by what a correct implementation in the result's type may be off. One serves one pass of one node. Belongs
 * to one thread.
 */
public interface Rounding {

    /** The exact pass, which keeps nothing. */
    Rounding NONE = new PassedOn();

    /**
     * A result that is good to so many unit roundoffs of itself: 1 for an arithmetic operation, a few for a function.
     */
    Reals relative(Reals result, double units);

    /** The same of a function that saturates, and near its ends is good to a unit roundoff of its range. */
    Reals ranged(Reals result, double units, double span);

    /**
     * A result whose elements are sums, each of so many terms.
     *
     * @param squares what the sums of the terms' squares are; asked for at most once a node
     */
    Reals sum(Reals result, long terms, Supplier<Reals> squares);

    /**
     * A factor of products, as an engine takes it: where it multiplies in less than the factor's type, rounded to that. All elements of
     * a result then have the same rounded factor, so that what is off does not average out where they are added up later.
     */
    default Reals factor(ProductKind kind, Reals operand) {
        return operand;
    }

    /** A result whose elements are sums of products of such factors. */
    default Reals products(ProductKind kind, Reals result, long terms, Supplier<Reals> squares) {
        return sum(result, terms, squares);
    }

    /**
     * What a function that jumps is about to be asked of: rounding, comparing, choosing. A noisy pass widens its distance from the
     * exact one, so that few passes find what lies on the edge.
     */
    Reals atStep(Reals value);

    /**
     * The same of steps of 1 that lie side by side, such as a quantization's. What is led away by a good part of a step is at an edge
     * often enough, and widened once more in each layer it would drown what such a model computes.
     */
    default Reals atEvenSteps(Reals steps) {
        return atStep(steps);
    }
}
