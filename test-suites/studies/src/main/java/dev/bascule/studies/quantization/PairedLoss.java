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
 * @param ci95 of it, by what the losses are: {@link #ofCounts}, {@link #ofShares}, {@link #of} and {@link #jackknifed} say which; empty of fewer than
 *     {@value #FEWEST} samples
 * @param ownAlone samples of which the own one loses more
 * @param otherAlone the same of the other
 */
public record PairedLoss(double difference, Optional<Interval> ci95, int ownAlone, int otherAlone) {
    /** Of fewer nobody can say that two are the same. */
    static final int FEWEST = 8;

    private static final double Z = NormalDistribution.of(0, 1).inverseSurvivalProbability(0.025);

    /**
     * Of losses of the same samples in the same order, each 0 or 1. The interval is Bonett and Price's ("Adjusted Wald confidence interval
     * for a difference of binomial proportions based on paired data", 2012).
     */
    public static PairedLoss ofCounts(double[] own, double[] other) {
        return of(own, other, (mean, ownAlone, otherAlone) -> counted(ownAlone, otherAlone, own.length));
    }

    /**
     * Of shares of what each sample has several of, such as frames. The interval is Student's, and never narrower than where one place
     * more was lost and one more was won: samples that lose nothing do not show that nothing is lost. Bonett and Price add as much to
     * counts.
     *
     * @param places what a sample has at least, 1 or more
     */
    public static PairedLoss ofShares(double[] own, double[] other, int places) {
        if (places < 1) {
            throw new IllegalArgumentException("no share is of %d places".formatted(places));
        }
        return of(own, other, (mean, ownAlone, otherAlone) -> {
            Interval seen = student(own, other, mean);
            double least = leastOfShares(own.length, places);
            return new Interval(Math.min(seen.low(), mean - least), Math.max(seen.high(), mean + least));
        });
    }

    /** The upper end of {@link #ofShares} of n samples that all lose as much. */
    static double leastOfShares(int n, int places) {
        return quantile(n) * Math.sqrt(2) / (places * (n + 2.0));
    }

    /** The upper end of {@link #ofCounts} of n samples that all lose as much. */
    static double leastOfCounts(int n) {
        return counted(0, 0, n).high();
    }

    /** Of losses of any other kind. The interval is Student's of the differences. */
    public static PairedLoss of(double[] own, double[] other) {
        return of(own, other, (mean, ownAlone, otherAlone) -> student(own, other, mean));
    }

    /**
     * Of losses that are not independent of each other.
     *
     * @param without the difference of mean losses where each sample in turn is left out, in the samples' order, or that less a number
     *     that is the same in all; empty where it is not known, and then there is no interval. The interval is the jackknife's
     * @param least half its width
     */
    static PairedLoss jackknifed(double[] own, double[] other, Optional<double[]> without, double least) {
        PairedLoss paired = of(own, other);
        int n = own.length;
        Optional<Interval> ci95 = without.filter(means -> means.length == n && n >= FEWEST)
                .map(means -> {
                    double middle = Arrays.stream(means).average().orElse(0);
                    double squares = Arrays.stream(means)
                            .map(mean -> (mean - middle) * (mean - middle))
                            .sum();
                    double half = Math.max(least, quantile(n) * Math.sqrt(squares * (n - 1) / n));
                    return new Interval(paired.difference - half, paired.difference + half);
                });
        return new PairedLoss(paired.difference, ci95, paired.ownAlone, paired.otherAlone);
    }

    /** How sure a difference is. */
    private interface HowSure {
        Interval of(double mean, int ownAlone, int otherAlone);
    }

    private static PairedLoss of(double[] own, double[] other, HowSure interval) {
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
        return new PairedLoss(
                mean,
                n < FEWEST ? Optional.empty() : Optional.of(interval.of(mean, ownAlone, otherAlone)),
                ownAlone,
                otherAlone);
    }

    /** Whether the own one surely loses less. */
    public boolean isSurelyLess() {
        return ci95.map(ends -> ends.high() < 0).orElse(false);
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
        double half = quantile(n) * Math.sqrt(squares / (n - 1) / n);
        return new Interval(mean - half, mean + half);
    }

    /** Student's, of so many samples. */
    static double quantile(int n) {
        return TDistribution.of(n - 1.0).inverseSurvivalProbability(0.025);
    }
}
