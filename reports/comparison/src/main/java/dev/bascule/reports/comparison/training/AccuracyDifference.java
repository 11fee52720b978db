package dev.bascule.reports.comparison.training;

import dev.bascule.fallback.measure.Interval;
import java.util.List;
import java.util.Optional;
import org.apache.commons.statistics.distribution.NormalDistribution;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * By how much the candidate answers more of the held-out data right than the baseline, both at the same step. Which sample each answered
 * is not kept, so that McNemar's test cannot be made: single seeds are held against each other as if the samples were others, which is
 * wide of the mark on the safe side where both err on the same ones. Immutable.
 *
 * @param baseline share that is right, the mean over seeds
 * @param candidate likewise
 * @param seeds that both have a look of
 * @param ci95 of candidate minus baseline
 * @param p two-sided, of there being no difference
 * @param basis how interval and p were come by
 */
public record AccuracyDifference(double baseline, double candidate, int seeds, Interval ci95, double p, Basis basis) {
    /** Seeds from which their own spread tells how sure the difference is. */
    static final int OWN_SPREAD = 3;

    /** How interval and p were come by. */
    public enum Basis {
        PAIRED_SEEDS("seed by seed on the same held-out data; the seed is the unit"),
        INDEPENDENT_SAMPLES("Newcombe's interval, as if the samples were others: answers are not kept, so no McNemar");

        private final String words;

        Basis(String words) {
            this.words = words;
        }

        public String words() {
            return words;
        }
    }

    /**
     * Two looks at the same data after the same step.
     *
     * @param of samples of each
     */
    record Looks(long step, int baselineRight, int candidateRight, int of) {
        double baseline() {
            return (double) baselineRight / of;
        }

        double candidate() {
            return (double) candidateRight / of;
        }
    }

    /** Empty without a look. */
    static Optional<AccuracyDifference> of(List<Looks> looks) {
        if (looks.isEmpty()) {
            return Optional.empty();
        }
        double baseline = looks.stream().mapToDouble(Looks::baseline).average().orElseThrow();
        double candidate =
                looks.stream().mapToDouble(Looks::candidate).average().orElseThrow();
        int least = looks.stream().mapToInt(Looks::of).min().orElseThrow();
        return Optional.of(
                looks.size() < OWN_SPREAD
                        ? independent(baseline, candidate, least, looks.size())
                        : paired(looks, baseline, candidate, least));
    }

    public double difference() {
        return candidate - baseline;
    }

    private static AccuracyDifference paired(List<Looks> looks, double baseline, double candidate, int least) {
        int n = looks.size();
        double mean = candidate - baseline;
        double squares = looks.stream()
                .mapToDouble(look -> look.candidate() - look.baseline() - mean)
                .map(off -> off * off)
                .sum();
        // A share comes in steps of one sample: seeds that agree by them are not the same for sure.
        double step = 1.0 / least;
        double error = Math.sqrt((squares / (n - 1) + step * step / 6) / n);
        TDistribution t = TDistribution.of(n - 1.0);
        double half = t.inverseSurvivalProbability(0.025) * error;
        double p = Math.min(1, 2 * t.survivalProbability(Math.abs(mean) / error));
        return new AccuracyDifference(
                baseline, candidate, n, new Interval(mean - half, mean + half), p, Basis.PAIRED_SEEDS);
    }

    /** Newcombe's hybrid of Wilson's intervals (Statistics in Medicine 17, 1998), and the score test of two shares. */
    private static AccuracyDifference independent(double baseline, double candidate, int of, int seeds) {
        double difference = candidate - baseline;
        Interval here = wilson(candidate, of);
        Interval there = wilson(baseline, of);
        double below = Math.hypot(candidate - here.low(), there.high() - baseline);
        double above = Math.hypot(here.high() - candidate, baseline - there.low());
        double pooled = (baseline + candidate) / 2;
        double error = Math.sqrt(pooled * (1 - pooled) * 2 / of);
        double p = difference == 0
                ? 1
                : Math.min(1, 2 * NormalDistribution.of(0, 1).survivalProbability(Math.abs(difference) / error));
        return new AccuracyDifference(
                baseline,
                candidate,
                seeds,
                new Interval(difference - below, difference + above),
                p,
                Basis.INDEPENDENT_SAMPLES);
    }

    /** Of a share that need not be a whole number of samples. */
    private static Interval wilson(double share, int of) {
        double z = NormalDistribution.of(0, 1).inverseSurvivalProbability(0.025);
        double weight = 1 + z * z / of;
        double middle = (share + z * z / (2.0 * of)) / weight;
        double half = z / weight * Math.sqrt(share * (1 - share) / of + z * z / (4.0 * of * of));
        return new Interval(Math.max(0, middle - half), Math.min(1, middle + half));
    }
}
