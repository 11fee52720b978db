package dev.bascule.reports.comparison;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.fallback.measure.Ratio;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * Ratios of medians with the run as the unit (Georges, Buytaert and Eeckhout, OOPSLA 2007; Kalibera and Jones, ISMM 2013): each
 * run gives one number, the logarithm of its median, and Student's t is taken over these. Samples within a run are
 * autocorrelated and drift together, and an interval over them is several times too narrow for a statement about another run.
 *
 * <p>Where there are too few runs to show how they differ, the noise between runs comes from elsewhere: from the cell's earlier
 * runs, else from an assumption, and says so. What a run's own samples show to be worse than that counts instead. Where the sides
 * took no turns and their runs show too few sessions, what these may differ by is added; noise of single runs has it already.
 *
 * <p>Logarithms, because ratios then are differences, and slower and faster are alike. Stateless.
 */
public final class Estimator {
    /** Runs of a side from which their spread is its own. */
    static final int OWN_SPREAD = 3;

    private Estimator() {}

    /**
     * Two sides of separate runs.
     *
     * @param baseline at least one run, each with samples above 0
     * @param candidate likewise
     * @param noise between runs, for where these are too few
     * @param seed of resampling
     */
    public static Estimate separate(List<RunSamples> baseline, List<RunSamples> candidate, RunNoise noise, long seed) {
        return separate(baseline, candidate, noise, seed, SessionEffects.between(baseline, candidate));
    }

    /**
     * Two stretches of one cell's series, one after the other: what sessions differ by is in the series, from run to run, and
     * nothing is assumed of it.
     *
     * @param before at least one run, each with samples above 0
     * @param after likewise
     * @param noise between runs, for where these are too few
     * @param seed of resampling
     */
    public static Estimate stretches(List<RunSamples> before, List<RunSamples> after, RunNoise noise, long seed) {
        return separate(before, after, noise, seed, SessionEffects.Assumed.NOTHING);
    }

    private static Estimate separate(
            List<RunSamples> baseline,
            List<RunSamples> candidate,
            RunNoise noise,
            long seed,
            SessionEffects.Assumed sessions) {
        double[] from = logMedians(baseline);
        double[] to = logMedians(candidate);
        Coarseness clock = Coarseness.of(baseline, candidate);
        double difference = Medians.mean(to) - Medians.mean(from);
        int a = from.length;
        int b = to.length;
        if (a >= OWN_SPREAD && b >= OWN_SPREAD) {
            double va = Medians.squares(from) / (a - 1) / a + clock.baseline() / a;
            double vb = Medians.squares(to) / (b - 1) / b + clock.candidate() / b;
            // Welch's degrees of freedom; where nothing varies at all any will do.
            double known = va + vb == 0 ? a + b - 2 : (va + vb) * (va + vb) / (va * va / (a - 1) + vb * vb / (b - 1));
            return ofRuns(difference, va + vb, known, Estimate.Basis.SEPARATE_RUNS, a, b, sessions);
        }
        double shared = 1.0 / a + 1.0 / b;
        double coarse = clock.baseline() / a + clock.candidate() / b;
        if (a + b - 2 >= OWN_SPREAD) {
            double variance = (Medians.squares(from) + Medians.squares(to)) / (a + b - 2);
            return ofRuns(difference, variance * shared + coarse, a + b - 2.0, Estimate.Basis.FEW_RUNS, a, b, sessions);
        }
        double variance =
                worst(Stream.concat(baseline.stream(), candidate.stream()).toList(), noise, seed);
        return new Estimate(
                difference,
                Math.sqrt(variance * shared + coarse),
                noise.degreesOfFreedom(),
                Estimate.Basis.SINGLE_RUNS,
                a,
                b,
                Optional.of(noise));
    }

    /**
     * Runs that show how they differ.
     *
     * @param sessions what the sides' sessions may differ by besides
     */
    static Estimate ofRuns(
            double difference,
            double variance,
            double known,
            Estimate.Basis basis,
            int a,
            int b,
            SessionEffects.Assumed sessions) {
        double between = sessions.variance();
        double all = variance + between;
        // Welch and Satterthwaite's degrees of freedom of a sum.
        double freedom = between > 0
                ? all * all / (variance * variance / known + between * between / SessionEffects.FREEDOM)
                : known;
        return new Estimate(difference, Math.sqrt(all), freedom, basis, a, b, Optional.empty(), sessions.share());
    }

    /**
     * Two sides that each of these runs measured, one after the other: what a run does to both drops out.
     *
     * @param baseline by run
     * @param candidate of the same runs, in the same order
     */
    public static Estimate paired(List<RunSamples> baseline, List<RunSamples> candidate, RunNoise noise, long seed) {
        if (baseline.size() != candidate.size()) {
            throw new IllegalArgumentException("pairs: " + baseline.size() + " and " + candidate.size());
        }
        int n = baseline.size();
        if (n < OWN_SPREAD) {
            return separate(baseline, candidate, noise, seed);
        }
        double[] from = logMedians(baseline);
        double[] to = logMedians(candidate);
        double[] differences = new double[n];
        Arrays.setAll(differences, i -> to[i] - from[i]);
        Coarseness clock = Coarseness.of(baseline, candidate);
        double variance = Medians.squares(differences) / (n - 1) + clock.baseline() + clock.candidate();
        return new Estimate(
                Medians.mean(differences),
                Math.sqrt(variance / n),
                n - 1.0,
                Estimate.Basis.PAIRED_RUNS,
                n,
                n,
                Optional.empty());
    }

    /**
     * Interleaved ratios, one of each run; empty where none of them has an interval and there are too few to show one. Of
     * one run the estimate holds in its session, and says so: runs may differ by more than it knows. Of two that differ by more
     * than their own intervals say, that difference is the error, and one degree of freedom knows it.
     */
    public static Optional<Estimate> interleaved(List<Ratio> ratios) {
        int n = ratios.size();
        double[] logs =
                ratios.stream().mapToDouble(ratio -> Math.log(ratio.value())).toArray();
        if (n >= OWN_SPREAD) {
            return Optional.of(new Estimate(
                    Medians.mean(logs),
                    Math.sqrt(Medians.squares(logs) / (n - 1) / n),
                    n - 1.0,
                    Estimate.Basis.INTERLEAVED_RUNS,
                    n,
                    n,
                    Optional.empty()));
        }
        if (n == 0 || ratios.stream().anyMatch(ratio -> ratio.ci95().isEmpty())) {
            return Optional.empty();
        }
        double within = ratios.stream().mapToDouble(Estimator::variance).sum() / (n * n);
        double between = n == 1 ? 0 : Medians.squares(logs) / (n - 1) / n;
        double pairs = ratios.stream().mapToDouble(ratio -> ratio.pairs() - 1.0).sum();
        double known = between > within ? n - 1.0 : pairs;
        return Optional.of(new Estimate(
                Medians.mean(logs),
                Math.sqrt(Math.max(within, between)),
                known,
                n == 1 ? Estimate.Basis.INTERLEAVED_SESSION : Estimate.Basis.INTERLEAVED_FEW_RUNS,
                n,
                n,
                Optional.empty()));
    }

    /** What {@link Ratio} made its interval of. */
    private static double variance(Ratio ratio) {
        Interval interval = ratio.ci95().orElseThrow();
        double half = (Math.log(interval.high()) - Math.log(interval.low())) / 2;
        double error = half / TDistribution.of(ratio.pairs() - 1.0).inverseSurvivalProbability(0.025);
        return error * error;
    }

    private static double[] logMedians(List<RunSamples> runs) {
        return runs.stream().mapToDouble(RunSamples::logMedian).toArray();
    }

    /**
     * The variance of a run's median. Noise that was measured over medians has in it what happens within a run, so that the greater
     * of the two counts; an assumed one need not have that, and it is added.
     */
    private static double worst(List<RunSamples> runs, RunNoise noise, long seed) {
        double between = noise.deviation() * noise.deviation();
        double within = 0;
        for (RunSamples run : runs) {
            double error = BlockBootstrap.standardError(run.samples().millis(), seed);
            within = Math.max(within, error * error);
        }
        return noise.measured() ? Math.max(between, within) : between + within;
    }
}
