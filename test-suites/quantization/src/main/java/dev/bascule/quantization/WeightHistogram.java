package dev.bascule.quantization;

import java.util.List;
import java.util.Optional;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;

/**
 * How many elements of a weight lie where, before it was changed and as products get it since. Bins are equally wide, from the least to the
 * greatest of both; each holds its lower end, and the last its upper end too. Immutable.
 *
 * @param low end of the first bin
 * @param high end of the last; the low one where all are the same number
 * @param before counts, a bin each
 * @param after the same of decoded numbers; fewer in all where channels went
 */
public record WeightHistogram(double low, double high, List<Long> before, List<Long> after) {
    /** Few, so that a page can list them. */
    public static final int BINS = 20;

    public WeightHistogram {
        before = List.copyOf(before);
        after = List.copyOf(after);
        if (!(low <= high) || before.size() != after.size() || before.isEmpty()) {
            throw new IllegalArgumentException(
                    "no bins are %d and %d from %s to %s".formatted(before.size(), after.size(), low, high));
        }
    }

    /** Of numbers; empty where there are none, or one of them is not finite. */
    public static Optional<WeightHistogram> of(float[] before, float[] after) {
        if (before.length == 0 || after.length == 0) {
            return Optional.empty();
        }
        double low = Math.min(all(before).min().orElse(0), all(after).min().orElse(0));
        double high = Math.max(all(before).max().orElse(0), all(after).max().orElse(0));
        // A NaN is the minimum of whatever it is among.
        return Double.isFinite(low) && Double.isFinite(high)
                ? Optional.of(new WeightHistogram(low, high, counts(before, low, high), counts(after, low, high)))
                : Optional.empty();
    }

    /** The same beside what was there before an earlier change; empty where that reaches beyond these bins. */
    public Optional<WeightHistogram> beside(float[] earlier) {
        return all(earlier).allMatch(value -> value >= low && value <= high)
                ? Optional.of(new WeightHistogram(low, high, counts(earlier, low, high), after))
                : Optional.empty();
    }

    private static List<Long> counts(float[] values, double low, double high) {
        long[] counts = new long[BINS];
        double width = (high - low) / BINS;
        for (float value : values) {
            counts[width == 0 ? 0 : Math.min(BINS - 1, (int) ((value - low) / width))]++;
        }
        return LongStream.of(counts).boxed().toList();
    }

    private static DoubleStream all(float[] values) {
        return IntStream.range(0, values.length).mapToDouble(i -> values[i]);
    }
}
