package dev.bascule.reports.comparison;

import java.util.Arrays;

/** Medians of plain numbers. Stateless. */
public final class Medians {
    private Medians() {}

    /** Of at least one number. */
    public static double of(double... values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return ofSorted(sorted);
    }

    static double ofSorted(double[] sorted) {
        int middle = sorted.length / 2;
        return sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
    }

    static double mean(double... values) {
        return Arrays.stream(values).average().orElse(Double.NaN);
    }

    /** Sum of squared differences from the mean. */
    static double squares(double... values) {
        double mean = mean(values);
        return Arrays.stream(values)
                .map(value -> (value - mean) * (value - mean))
                .sum();
    }
}
