package dev.bascule.reports.comparison;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Holm's step-down correction (Scandinavian Journal of Statistics 6, 1979): of all comparisons made at once, with no more than 5
 * in a hundred such reports does any claim a difference that is none. It needs no independence. Stateless.
 */
public final class Holm {
    private Holm() {}

    /** The adjusted p-values, in the order given; each to be held against the level as if it stood alone. */
    public static double[] adjusted(double... p) {
        List<Integer> order = IntStream.range(0, p.length)
                .boxed()
                .sorted(Comparator.comparingDouble(i -> p[i]))
                .toList();
        double[] adjusted = new double[p.length];
        double least = 0;
        for (int rank = 0; rank < p.length; rank++) {
            int i = order.get(rank);
            least = Math.max(least, Math.min(1, p[i] * (p.length - rank)));
            adjusted[i] = least;
        }
        return adjusted;
    }
}
