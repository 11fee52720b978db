package dev.bascule.exact.rounding;

import dev.bascule.exact.array.Reals;
import java.util.function.Supplier;

/** The exact pass: every result is what it is. Stateless, but for what a kind of it adds. */
class PassedOn implements Rounding {
    @Override
    public Reals relative(Reals result, double units) {
        return result;
    }

    @Override
    public Reals ranged(Reals result, double units, double span) {
        return result;
    }

    @Override
    public Reals sum(Reals result, long terms, Supplier<Reals> squares) {
        return result;
    }

    @Override
    public Reals atStep(Reals value) {
        return value;
    }
}
