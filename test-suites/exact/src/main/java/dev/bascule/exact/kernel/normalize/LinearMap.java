package dev.bascule.exact.kernel.normalize;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.pointwise.Elementwise;
import dev.bascule.exact.rounding.Rounding;

/** {@code (x - mean) · factor + bias}, as channels are normalized. Stateless. */
final class LinearMap {
    private LinearMap() {}

    static Reals of(Reals x, Reals mean, Reals factor, Reals bias, Rounding rounding) {
        Reals scaled = Elementwise.times(Elementwise.minus(x, mean), factor);
        // Engines take mean · factor to the bias once for all, so three terms are added that may be far larger than the
        // result.
        return rounding.sum(
                Elementwise.plus(scaled, bias),
                3,
                () -> Elementwise.plus(
                        Elementwise.plus(
                                squared(Elementwise.times(x, factor)), squared(Elementwise.times(mean, factor))),
                        squared(bias)));
    }

    private static Reals squared(Reals x) {
        return x.mapped(value -> value * value);
    }
}
