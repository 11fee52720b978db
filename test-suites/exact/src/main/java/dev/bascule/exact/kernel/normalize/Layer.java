package dev.bascule.exact.kernel.normalize;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.pointwise.Elementwise;
import dev.bascule.exact.kernel.reduce.Groups;
import dev.bascule.exact.rounding.Rounding;
import java.util.Optional;

/** A layer normalization, with the mean of each group and the inverse of its deviation. Immutable. */
record Layer(Reals result, Reals mean, Reals inverse) {

    static Layer of(Groups groups, Reals x, double epsilon, Reals scale, Optional<Reals> bias, Rounding rounding) {
        Moments moments = Moments.of(groups, x, rounding);
        Reals inverse = Moments.inverse(moments.variance(), epsilon, rounding);
        Reals scaled = scaled(moments.deviations(), inverse, scale, rounding);
        Reals result = bias.map(one -> rounding.relative(Elementwise.plus(scaled, one), 1))
                .orElse(scaled);
        return new Layer(result, moments.mean(), inverse);
    }

    static Reals scaled(Reals x, Reals inverse, Reals scale, Rounding rounding) {
        Reals normal = rounding.relative(Elementwise.times(x, inverse), 1);
        return rounding.relative(Elementwise.times(normal, scale), 1);
    }
}
