package dev.bascule.prediction.data;

import java.util.Arrays;

/** The middle of numbers of either sign. Stateless. */
public final class Medians {
    private Medians() {}

    /** The middle one, or the mean of the middle two. */
    public static double of(double... values) {
        if (values.length == 0) {
            throw new IllegalArgumentException("the median of nothing");
        }
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        int half = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
    }
}
