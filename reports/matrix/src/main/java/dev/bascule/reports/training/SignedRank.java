package dev.bascule.reports.training;

import java.util.Arrays;
import java.util.stream.IntStream;

/**
 * Where the rank sum of a sample's positive differences lies when each difference could as well have had the other sign. Immutable.
 *
 * @param atMost the share of all signs whose sum is at most the sample's
 * @param atLeast the share whose sum is at least the sample's
 */
record SignedRank(double atMost, double atLeast) {

    /**
     * All signs are counted, in time that grows as the third power.
     *
     * @param one numbers, infinite ones among them
     * @param other those beside them, as many; pairs of equal ones say nothing
     */
    static SignedRank of(double[] one, double[] other) {
        double[] differences = IntStream.range(0, one.length)
                .filter(i -> one[i] != other[i])
                .mapToDouble(i -> one[i] - other[i])
                .toArray();
        int[] doubled = doubledRanks(Arrays.stream(differences).map(Math::abs).toArray());
        int sum = IntStream.range(0, differences.length)
                .filter(i -> differences[i] > 0)
                .map(i -> doubled[i])
                .sum();
        double[] shares = shares(doubled);
        return new SignedRank(
                Math.min(1, Arrays.stream(shares, 0, sum + 1).sum()),
                Math.min(1, Arrays.stream(shares, sum, shares.length).sum()));
    }

    /** Twice the ranks, ties sharing the mean of theirs, so that all are whole. */
    private static int[] doubledRanks(double[] values) {
        return Arrays.stream(values)
                .mapToInt(value -> {
                    int below = (int)
                            Arrays.stream(values).filter(each -> each < value).count();
                    int equal = (int)
                            Arrays.stream(values).filter(each -> each == value).count();
                    return 2 * below + equal + 1;
                })
                .toArray();
    }

    /** The share of signs with each sum: built up rank by rank. */
    private static double[] shares(int[] ranks) {
        double[] shares = new double[Arrays.stream(ranks).sum() + 1];
        shares[0] = 1;
        int most = 0;
        for (int rank : ranks) {
            most += rank;
            for (int sum = most; sum >= 0; sum--) {
                shares[sum] = (shares[sum] + (sum >= rank ? shares[sum - rank] : 0)) / 2;
            }
        }
        return shares;
    }
}
