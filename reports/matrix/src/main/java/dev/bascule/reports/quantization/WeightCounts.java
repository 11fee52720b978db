package dev.bascule.reports.quantization;

import java.util.List;

/**
 * How many elements of a weight lie where, in equally wide bins. Immutable.
 *
 * @param low end of the first bin
 * @param high end of the last
 * @param before as the model had them, a count each
 * @param after as products get them since
 */
public record WeightCounts(double low, double high, List<Long> before, List<Long> after) {
    public WeightCounts {
        before = List.copyOf(before);
        after = List.copyOf(after);
        if (!(low <= high) || !Double.isFinite(high - low) || before.isEmpty() || before.size() != after.size()) {
            throw new IllegalArgumentException(
                    "no bins are %d and %d from %s to %s".formatted(before.size(), after.size(), low, high));
        }
        if (before.stream().anyMatch(count -> count < 0) || after.stream().anyMatch(count -> count < 0)) {
            throw new IllegalArgumentException("less than no element in a bin");
        }
    }

    /** Where the i-th bin begins; of the number of bins the upper end of all. */
    public double edge(int i) {
        return low + (high - low) * i / before.size();
    }
}
