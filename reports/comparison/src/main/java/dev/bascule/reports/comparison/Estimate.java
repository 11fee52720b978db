package dev.bascule.reports.comparison;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.reports.format.Figures;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How many times as long the candidate takes as the baseline, with what is needed to say how sure that is.
 *
 * @param logRatio natural logarithm of candidate over baseline: above 0 is slower
 * @param standardError of the logarithm
 * @param degreesOfFreedom of Student's t that the logarithm is held against
 * @param basis how it was come by
 * @param baselineRuns runs of the baseline
 * @param candidateRuns runs of the candidate; of pairs the same runs
 * @param noise what was taken for the differences between runs, where the runs themselves are too few to show it
 * @param assumedSessions by how much sessions are taken to differ in its error, such as 0.01, where the sides were measured one
 *     after the other and took no turns, in sessions too few to show it; else empty
 */
public record Estimate(
        double logRatio,
        double standardError,
        double degreesOfFreedom,
        Basis basis,
        int baselineRuns,
        int candidateRuns,
        Optional<RunNoise> noise,
        Optional<Double> assumedSessions) {

    /** How a ratio was come by, the best first. */
    public enum Basis {
        INTERLEAVED_RUNS("interleaved (ABBA) in each of several runs; the run is the unit"),
        INTERLEAVED_SESSION(
                "interleaved (ABBA), and holds in this session only; how it differs from run to run is not in the"
                        + " interval"),
        INTERLEAVED_FEW_RUNS(
                "interleaved (ABBA) in each of too few runs to be the unit; what these differ by is the error where it"
                        + " is more than their own intervals say"),
        /** A mean over cases of which some were measured in one session only, and others in several runs. */
        INTERLEAVED_MIXED(
                "interleaved (ABBA); how cases differ from run to run is in the interval of those with several runs, and"
                        + " not of the others"),
        PAIRED_RUNS("both measured in each of several runs, one after the other; the run is the unit"),
        SEPARATE_RUNS("several runs of each side; the run is the unit"),
        FEW_RUNS("few runs, their spread taken together"),
        SINGLE_RUNS("too few runs to show how they differ; the interval is widened by the noise between runs");

        private final String words;

        Basis(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    public Estimate {
        if (!Double.isFinite(logRatio) || !(standardError >= 0) || !(degreesOfFreedom > 0)) {
            throw new IllegalArgumentException(
                    "log ratio %s ± %s, %s degrees of freedom".formatted(logRatio, standardError, degreesOfFreedom));
        }
    }

    /** One to which no difference between sessions is added. */
    Estimate(
            double logRatio,
            double standardError,
            double degreesOfFreedom,
            Basis basis,
            int baselineRuns,
            int candidateRuns,
            Optional<RunNoise> noise) {
        this(logRatio, standardError, degreesOfFreedom, basis, baselineRuns, candidateRuns, noise, Optional.empty());
    }

    /** Whether it speaks of what one session measured, and not of what another would. */
    public boolean ofSessionOnly() {
        return basis == Basis.INTERLEAVED_SESSION;
    }

    /** Above 1 is slower. */
    public double ratio() {
        return Math.exp(logRatio);
    }

    public Interval ci95() {
        return interval(0.95);
    }

    /** The interval of this level, such as 0.95. */
    public Interval interval(double level) {
        double half = TDistribution.of(degreesOfFreedom).inverseSurvivalProbability((1 - level) / 2) * standardError;
        return new Interval(Math.exp(logRatio - half), Math.exp(logRatio + half));
    }

    /** The least ratio above 1 that would be claimed with this error. */
    double leastShown(double level) {
        return Math.exp(TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(level / 2) * standardError);
    }

    /** Two-sided p-value of there being no difference. */
    public double pValue() {
        return Math.min(1, 2 * tail(Math.abs(logRatio)));
    }

    /**
     * p-value of the ratio lying outside of {@code 1 / (1 + margin)} to {@code 1 + margin}: the larger of two one-sided tests
     * (Schuirmann, J. Pharmacokinetics and Biopharmaceutics 15, 1987). Below 0.05, the sides are equivalent within the margin.
     */
    public double nonEquivalenceP(double margin) {
        double bound = Math.log1p(margin);
        return Math.max(tail(bound - logRatio), tail(bound + logRatio));
    }

    private double tail(double distance) {
        // An error of nothing is one that nothing is known of: medians that do not vary by this clock show no
        // difference.
        if (standardError == 0) {
            return 0.5;
        }
        return TDistribution.of(degreesOfFreedom).survivalProbability(distance / standardError);
    }

    /** In words, with the runs: {@code several runs of each side (5 and 6); the run is the unit}. */
    public String how() {
        String runs = switch (basis) {
            case INTERLEAVED_RUNS, INTERLEAVED_FEW_RUNS, PAIRED_RUNS -> Figures.counted(candidateRuns, "run");
            case INTERLEAVED_MIXED -> "cases of one run and of several";
            case INTERLEAVED_SESSION, SEPARATE_RUNS, FEW_RUNS, SINGLE_RUNS ->
                baselineRuns == 1 && candidateRuns == 1
                        ? "one run each"
                        : "%d and %d runs".formatted(baselineRuns, candidateRuns);
        };
        return "%s: %s%s%s"
                .formatted(
                        runs,
                        basis.words(),
                        noise.map(taken -> " (" + taken.words() + ")").orElse(""),
                        assumedSessions
                                .map(share ->
                                        "; the sides took no turns, so that %s %% between their sessions is assumed"
                                                .formatted(Percent.figure(100 * share)))
                                .orElse(""));
    }
}
