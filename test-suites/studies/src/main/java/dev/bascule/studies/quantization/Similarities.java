package dev.bascule.studies.quantization;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * How similar vectors are to each other, by cosine. Immutable.
 *
 * @param cosines of the first with the second
 */
record Similarities(List<double[]> cosines) {

    /** Of vectors of length one. */
    static Similarities of(List<double[]> vectors) {
        return new Similarities(vectors.stream()
                .map(one ->
                        vectors.stream().mapToDouble(other -> dot(one, other)).toArray())
                .toList());
    }

    /** From -1 to 1: rounding may leave a little more. */
    static double dot(double[] one, double[] other) {
        double sum = 0;
        for (int i = 0; i < Math.min(one.length, other.length); i++) {
            sum += one[i] * other[i];
        }
        return Math.min(1, Math.max(-1, sum));
    }

    /** The other that is most similar; of equals the first. */
    int nearest(int of) {
        double[] own = cosines.get(of);
        return IntStream.range(0, own.length)
                .filter(other -> other != of)
                .boxed()
                .max(Comparator.<Integer>comparingDouble(other -> own[other]).thenComparing(Comparator.reverseOrder()))
                .orElseThrow();
    }

    /**
     * Spearman's correlation of one's similarities to all others with those that another model finds ("The proof and measurement of
     * association between two things", 1904): Pearson's of ranks, equals sharing their mean rank. Empty where one of both finds all as
     * similar.
     */
    Optional<Double> ranks(int of, Similarities by) {
        return correlation(ranked(others(of)), ranked(by.others(of)));
    }

    /**
     * For each vector the mean of {@link #ranks} over all others, where it is among none of theirs; empty where one of these is. What a
     * jackknife takes: a similarity is in the ranks of two, so that these do not count as independent.
     */
    Optional<double[]> ranksWithout(Similarities by) {
        int count = cosines.size();
        double[] sums = new double[count];
        for (int of = 0; of < count; of++) {
            double[] own = others(of);
            double[] its = by.others(of);
            double[] ownRanks = ranked(own);
            double[] itsRanks = ranked(its);
            for (int without = 0; without < own.length; without++) {
                Optional<Double> left = correlation(without(own, ownRanks, without), without(its, itsRanks, without));
                if (left.isEmpty()) {
                    return Optional.empty();
                }
                sums[without < of ? without : without + 1] += left.orElseThrow() / (count - 1);
            }
        }
        return Optional.of(
                Arrays.stream(sums).map(mean -> Math.min(1, Math.max(-1, mean))).toArray());
    }

    /** The ranks of what is left without one. */
    private static double[] without(double[] values, double[] ranks, int at) {
        double[] left = new double[values.length - 1];
        for (int i = 0; i < left.length; i++) {
            int from = i < at ? i : i + 1;
            left[i] = ranks[from] - (values[at] < values[from] ? 1 : values[at] == values[from] ? 0.5 : 0);
        }
        return left;
    }

    private static Optional<Double> correlation(double[] own, double[] its) {
        double middle = (own.length - 1) / 2.0;
        double both = 0;
        double ownSquares = 0;
        double itsSquares = 0;
        for (int i = 0; i < own.length; i++) {
            both += (own[i] - middle) * (its[i] - middle);
            ownSquares += (own[i] - middle) * (own[i] - middle);
            itsSquares += (its[i] - middle) * (its[i] - middle);
        }
        return ownSquares == 0 || itsSquares == 0
                ? Optional.empty()
                : Optional.of(Math.min(1, Math.max(-1, both / Math.sqrt(ownSquares * itsSquares))));
    }

    private double[] others(int of) {
        double[] own = cosines.get(of);
        return IntStream.range(0, own.length)
                .filter(other -> other != of)
                .mapToDouble(other -> own[other])
                .toArray();
    }

    /** From 0; equals share the mean of theirs. */
    private static double[] ranked(double[] values) {
        double[] sorted = values.clone();
        Arrays.sort(sorted);
        return Arrays.stream(values)
                .map(value -> {
                    int below = 0;
                    int same = 0;
                    for (double each : sorted) {
                        below += each < value ? 1 : 0;
                        same += each == value ? 1 : 0;
                    }
                    return below + (same - 1) / 2.0;
                })
                .toArray();
    }
}
