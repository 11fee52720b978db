package dev.bascule.exact.kernel.normalize;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.pointwise.Elementwise;
import dev.bascule.exact.kernel.reduce.Groups;
import dev.bascule.exact.kernel.reduce.Totals;
import dev.bascule.exact.rounding.Rounding;

/**
 * Of each group of numbers the mean, how far the numbers lie from it, and the mean of the squares of that: the variance of a whole
 * population. Immutable.
 */
record Moments(Reals mean, Reals deviations, Reals variance) {

    static Moments of(Groups groups, Reals x, Rounding rounding) {
        Reals mean = Totals.mean(groups, x, rounding);
        Reals deviations = rounding.relative(Elementwise.minus(x, mean), 1);
        return new Moments(mean, deviations, Totals.meanSquare(groups, deviations, rounding));
    }

    /** {@code 1/√(variance + epsilon)}. */
    static Reals inverse(Reals variance, double epsilon, Rounding rounding) {
        Reals raised = rounding.relative(variance.mapped(value -> value + epsilon), 1);
        return rounding.relative(raised.mapped(value -> 1 / Math.sqrt(value)), 3.5);
    }
}
