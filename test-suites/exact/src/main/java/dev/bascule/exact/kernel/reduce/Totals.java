package dev.bascule.exact.kernel.reduce;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.rounding.Rounding;

/** Sums and means of groups, told as an engine would round them. Results are in the kept dimensions. Stateless. */
public final class Totals {
    private Totals() {}

    public static Reals sum(Groups groups, Reals x, Rounding rounding) {
        return rounding.sum(groups.sums(x), groups.length(), () -> groups.sums(squared(x)));
    }

    public static Reals mean(Groups groups, Reals x, Rounding rounding) {
        double n = groups.length();
        Reals mean = groups.sums(x).mapped(sum -> sum / n);
        return rounding.sum(mean, groups.length(), () -> groups.sums(squared(x)).mapped(sum -> sum / n / n));
    }

    public static Reals meanSquare(Groups groups, Reals x, Rounding rounding) {
        return mean(groups, squared(x), rounding);
    }

    static Reals squared(Reals x) {
        return x.mapped(value -> value * value);
    }
}
