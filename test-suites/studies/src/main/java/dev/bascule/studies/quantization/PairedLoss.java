package dev.bascule.studies.quantization;

import dev.bascule.fallback.measure.Interval;
import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How much more one loses than the other on the same samples. Immutable.
 *
 * @param difference of the mean losses, own less other
 * @param ci95 of it: where each loss is 0 or 1, Bonett and Price's adjusted Wald interval ("Adjusted Wald confidence interval for a
 *     difference of binomial proportions based on paired data", 2012), else Student's of the differences; empty of fewer than
 *     {@value #FEWEST} samples
 * @param ownAlone of losses of 0 and 1: samples that the own one alone loses
 * @param otherAlone the same of the other
 */
public record PairedLoss(double difference, Optional<Interval> ci95, int ownAlone, int otherAlone) {
    /** Of fewer nobody can say that two are the same. */
    static final int FEWEST = 8;

    private static final double Z = NormalDistribution.of(0, 1).inverseSurvivalProbability(0.025);

    /** Of losses of the same samples in the same order. */
    public static PairedLoss of(double[] own, double[] other) {
        if (own.length != other.length || own.length == 0) {
            throw new IllegalArgumentException("losses come in pairs: %d and %d".formatted(own.length, other.length));
        }
        int n = own.length;
        int ownAlone = 0;
        int otherAlone = 0;
        double mean = 0;
        for (int i = 0; i < n; i++) {
            ownAlone += own[i] > other[i] ? 1 : 0;
            otherAlone += own[i] < other[i] ? 1 : 0;
            mean += (own[i] - other[i]) / n;
        }
        Optional<Interval> interval = n < FEWEST
                ? Optional.empty()
                : Optional.of(
                        areCounts(own) && areCounts(other)
                                ? counted(ownAlone, otherAlone, n)
                                : student(own, other, mean));
        return new PairedLoss(mean, interval, ownAlone, otherAlone);
    }

    /** Whether the own one surely loses less. */
    public boolean isSurelyLess() {
        return ci95.map(ends -> ends.high() < 0).orElse(false);
    }

    private static boolean areCounts(double[] losses) {
        return Arrays.stream(losses).allMatch(loss -> loss == 0 || loss == 1);
    }

    private static Interval counted(int ownAlone, int otherAlone, int n) {
        double of = n + 2.0;
        double one = (ownAlone + 1) / of;
        double two = (otherAlone + 1) / of;
        double middle = one - two;
        double half = Z * Math.sqrt((one + two - middle * middle) / of);
        return new Interval(Math.max(-1, middle - half), Math.min(1, middle + half));
    }

    private static Interval student(double[] own, double[] other, double mean) {
        int n = own.length;
        double squares = 0;
        for (int i = 0; i < n; i++) {
            double off = own[i] - other[i] - mean;
            squares += off * off;
        }
        double half = TDistribution.of(n - 1.0).inverseSurvivalProbability(0.025) * Math.sqrt(squares / (n - 1) / n);
        return new Interval(mean - half, mean + half);
    }
}
