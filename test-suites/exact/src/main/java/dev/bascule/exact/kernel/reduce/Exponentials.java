package dev.bascule.exact.kernel.reduce;

import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.pointwise.Elementwise;
import dev.bascule.exact.rounding.Rounding;

/**
 * Sums of exponentials of groups of numbers, in shares of the largest: of x they are {@code exp(most) · (1 + others)}. The 1 is
 * kept apart, for a logarithm of the sum would lose others that are small. Immutable.
 */
public final class Exponentials {
    private static final double EXP = 2;
    private static final double DIVISION = 2.5;

    /** In the kept dimensions; minus infinity of none. */
    private final Reals most;
    /** {@code exp(x - most)}, each as rounding leaves it. */
    private final Reals shares;

    private final Reals others;

    private Exponentials(Groups groups, Reals x, Rounding rounding) {
        int[] places = groups.length() == 0 ? new int[0] : largest(groups, x);
        double[] values = new double[groups.count()];
        for (int group = 0; group < values.length; group++) {
            values[group] = places.length == 0 ? Double.NEGATIVE_INFINITY : x.data()[places[group]];
        }
        most = new Reals(x.dtype(), values, groups.kept());
        Reals shifted = rounding.relative(Elementwise.minus(x, most), 1);
        Reals powers = rounding.relative(shifted.mapped(Math::exp), EXP);
        // That of 0 is 1 for everybody.
        shares = with(1, powers, places);
        Reals rest = groups.sums(with(0, powers, places));
        Reals whole = rest.mapped(value -> 1 + value);
        Reals told = rounding.sum(whole, groups.length(), () -> groups.sums(Totals.squared(shares)));
        // What rounding does to the sum it does to the others, which in an exact pass stay as they are.
        others = Elementwise.plus(rest, Elementwise.minus(told, whole));
    }

    private static int[] largest(Groups groups, Reals x) {
        int[] places = new int[groups.count()];
        for (int group = 0; group < places.length; group++) {
            int start = groups.start(group);
            int at = start + groups.offsets()[0];
            for (int offset : groups.offsets()) {
                at = x.data()[start + offset] > x.data()[at] ? start + offset : at;
            }
            places[group] = at;
        }
        return places;
    }

    /** Where the largest is infinite its share is no number, and stays so. */
    private static Reals with(double value, Reals powers, int... places) {
        double[] data = powers.data().clone();
        for (int place : places) {
            data[place] = Double.isNaN(data[place]) ? Double.NaN : value;
        }
        return new Reals(powers.dtype(), data, powers.dims());
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
        Reals y = Elementwise.over(sums.shares, sums.others.mapped(value -> 1 + value));
        return rounding.relative(y, DIVISION);
    }

    public static Reals logSoftmax(Groups groups, Reals x, Rounding rounding) {
        Exponentials sums = new Exponentials(groups, x, rounding);
        Reals y = Elementwise.minus(Elementwise.minus(x, sums.most), sums.others.mapped(Math::log1p));
        return rounding.relative(y, 4);
    }
}
