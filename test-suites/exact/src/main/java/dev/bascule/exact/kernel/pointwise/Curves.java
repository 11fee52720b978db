package dev.bascule.exact.kernel.pointwise;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.rounding.Rounding;

/** Activations that several families have, each told to the rounding as an engine would compute it. Stateless. */
public final class Curves {
    private static final double FUNCTION = 4;

    private Curves() {}

    public static Reals sigmoid(Reals x, Rounding rounding) {
        return rounding.ranged(x.mapped(Functions::sigmoid), FUNCTION, 1);
    }

    public static Reals tanh(Reals x, Rounding rounding) {
        return rounding.ranged(x.mapped(Math::tanh), FUNCTION, 1);
    }

    public static Reals softplus(Reals x, Rounding rounding) {
        return rounding.ranged(x.mapped(Functions::softplus), FUNCTION, 1);
    }

    public static Reals softsign(Reals x, Rounding rounding) {
        return rounding.relative(x.mapped(value -> value / (1 + Math.abs(value))), 3.5);
    }

    public static Reals leaky(Reals x, double alpha, Rounding rounding) {
        return rounding.relative(x.mapped(value -> value < 0 ? alpha * value : value), 1);
    }

    public static Reals elu(Reals x, double alpha, Rounding rounding) {
        return exponential(x, alpha, 1, 1, rounding);
    }

    /** {@code gain · alpha · (exp(x/width) - 1)} on the negative side, {@code gain · x} on the other. */
    static Reals exponential(Reals x, double alpha, double width, double gain, Rounding rounding) {
        Reals bent = rounding.ranged(x.mapped(value -> value < 0 ? Math.expm1(value / width) : 0), FUNCTION, 1);
        Reals y = Pairs.reals(x, bent, (value, below) -> gain * (value < 0 ? alpha * below : value));
        return rounding.relative(y, 2);
    }

    /** {@code slope · x + at0}, held between 0 and 1. */
    public static Reals ramp(Reals x, double slope, double at0, Rounding rounding) {
        Reals risen = rounding.relative(x.mapped(value -> slope * value), 1);
        return rounding.relative(risen.mapped(value -> value + at0), 1)
                .mapped(value -> Math.max(0, Math.min(1, value)));
    }
}
