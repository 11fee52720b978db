package dev.bascule.exact.kernel.normalize;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.pointwise.Arithmetic;
import dev.bascule.exact.rounding.Rounding;

/** {@code (x - mean) · factor + bias}, as channels are normalized. Stateless. */
final class LinearMap {
    private LinearMap() {}

    static Reals of(Reals x, Reals mean, Reals factor, Reals bias, Rounding rounding) {
        Reals scaled = Arithmetic.times(Arithmetic.minus(x, mean), factor);
        // Engines take mean · factor to the bias once for all, so three terms are added that may be far larger than the
        // result.
        return rounding.sum(
                Arithmetic.plus(scaled, bias),
                3,
                () -> Arithmetic.plus(
                        Arithmetic.plus(squared(Arithmetic.times(x, factor)), squared(Arithmetic.times(mean, factor))),
                        squared(bias)));
    }

    private static Reals squared(Reals x) {
        return x.mapped(value -> value * value);
    }
}
