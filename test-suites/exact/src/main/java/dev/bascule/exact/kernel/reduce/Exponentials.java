package dev.bascule.exact.kernel.reduce;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.pointwise.Arithmetic;
import dev.bascule.exact.rounding.Rounding;

/**
 * Sums of exponentials of groups of numbers, in shares of the largest: of x they are {@code exp(most) · (1 + others)}. The 1 is
 * kept apart, for a logarithm of the sum would lose others that are small. Immutable.
 */
public final class Exponentials {
    private final Groups groups;
    private final Reals x;
    private final Reals most;
    private final Reals others;

    private Exponentials(Groups groups, Reals x, Rounding rounding) {
        this.groups = groups;
        this.x = x;
        double[] largest = new double[groups.count()];
        Reals rest = groups.folded(x, (data, start, offsets) -> {
            Sum sum = new Sum();
            int at = at(data, start, offsets);
            for (int k = 0; k < offsets.length; k++) {
                if (k != at) {
                    sum.add(Math.exp(data[start + offsets[k]] - data[start + offsets[at]]));
                }
            }
            return sum.total();
        });
        for (int group = 0; group < largest.length; group++) {
            int start = groups.start(group);
            int[] offsets = groups.offsets();
            largest[group] = offsets.length == 0
                    ? Double.NEGATIVE_INFINITY
                    : x.data()[start + offsets[at(x.data(), start, offsets)]];
        }
        this.most = new Reals(x.dtype(), largest, groups.kept());
        Reals whole = rest.mapped(value -> 1 + value);
        Reals told = rounding.sum(whole, groups.length(), this::squares);
        // What rounding does to the sum it does to the others, which in an exact pass stay as they are.
        this.others = Arithmetic.plus(rest, Arithmetic.minus(told, whole));
    }

    private static int at(double[] data, int start, int[] offsets) {
        int at = 0;
        for (int k = 1; k < offsets.length; k++) {
            if (data[start + offsets[k]] > data[start + offsets[at]]) {
                at = k;
            }
        }
        return at;
    }

    private Reals shares() {
        return Arithmetic.minus(x, most).mapped(Math::exp);
    }

    private Reals squares() {
        return groups.sums(Totals.squared(shares()));
    }

    /** The logarithms of the sums, in the kept dimensions. */
    static Reals logSum(Groups groups, Reals x, Rounding rounding) {
        Exponentials sums = new Exponentials(groups, x, rounding);
        double[] y = new double[groups.count()];
        for (int group = 0; group < y.length; group++) {
            double most = sums.most.data()[group];
            // Beside an infinite one the others have no share, and those of none have none.
            y[group] = Double.isInfinite(most)
                    ? most
                    : most + Math.log1p(sums.others.data()[group]);
        }
        return rounding.relative(new Reals(x.dtype(), y, groups.kept()), 2);
    }

    public static Reals softmax(Groups groups, Reals x, Rounding rounding) {
        Exponentials sums = new Exponentials(groups, x, rounding);
        Reals y = Arithmetic.over(sums.shares(), sums.others.mapped(value -> 1 + value));
        return rounding.ranged(y, 4, 1);
    }

    public static Reals logSoftmax(Groups groups, Reals x, Rounding rounding) {
        Exponentials sums = new Exponentials(groups, x, rounding);
        Reals y = Arithmetic.minus(Arithmetic.minus(x, sums.most), sums.others.mapped(Math::log1p));
        return rounding.relative(y, 4);
    }
}
