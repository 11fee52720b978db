package dev.bascule.reports.training;

import java.util.List;
import java.util.stream.IntStream;

/** Curves with no more points than show anything: of n steps each so many-th, and the last. Stateless. */
public final class Thinned {
    private Thinned() {}

    /**
     * How many steps a point stands for.
     *
     * @param most points, one more for the last step aside
     */
    public static int every(int size, int most) {
        return Math.max(1, (size + most - 1) / most);
    }

    /** The first, each {@link #every}-th after it, and the last. */
    public static <T> List<T> of(List<T> all, int most) {
        int every = every(all.size(), most);
        return every == 1
                ? List.copyOf(all)
                : IntStream.range(0, all.size())
                        .filter(i -> i % every == 0 || i == all.size() - 1)
                        .mapToObj(all::get)
                        .toList();
    }
}
