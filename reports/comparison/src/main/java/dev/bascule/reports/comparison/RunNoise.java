package dev.bascule.reports.comparison;

import java.util.Arrays;
import java.util.Optional;
import org.apache.commons.statistics.distribution.TDistribution;

/**
 * How far medians of runs of one cell lie apart when nothing changed.
 *
 * @param deviation standard deviation of a run's log median, such as 0.02 for two in a hundred
 * @param degreesOfFreedom how well that is known
 * @param runs how many runs of the cell there are to tell it
 * @param measured whether these runs tell it; else it is assumed
 * @param lent whether it is taken to be better known than these runs alone show
 */
public record RunNoise(double deviation, double degreesOfFreedom, int runs, boolean measured, boolean lent) {
    /**
     * What is taken where nothing was measured: 13 %. An assumption, reported as one, and no narrower than the worst that was seen,
     * since a machine need not tell that it is shared: 20 runs of one model differed by 9 to 14 % on two processors of which five
     * others made use. A history of {@value #ENOUGH_RUNS} runs takes its place.
     */
    public static final RunNoise ASSUMED = new RunNoise(Math.log1p(0.13), 30, 0, false);

    /**
     * What is taken where the machine was noticed to be busy: 30 %. Thirteen runs of a model of 0.1 ms differed by that on the same
     * machine at a load of 10 to 14.
     */
    public static final RunNoise ASSUMED_BUSY = new RunNoise(Math.log1p(0.3), 30, 0, false);

    /** Runs from which noise can be told from their differences. */
    public static final int ENOUGH_RUNS = 5;

    /** Where a difference is claimed, about. */
    static final double CLAIM = 0.01;

    /** What doubles make of equal times. */
    private static final double NOTHING = 1e-9;

    /** The normal distribution's {@code 1 / 0.6745}, which makes a median absolute value a standard deviation. */
    private static final double CONSISTENCY = 1.4826;

    /** One that is as well known as its runs, or its assumption, show it. */
    public RunNoise(double deviation, double degreesOfFreedom, int runs, boolean measured) {
        this(deviation, degreesOfFreedom, runs, measured, false);
    }

    public RunNoise {
        if (!(deviation > 0) || !(degreesOfFreedom > 0)) {
            throw new IllegalArgumentException("a noise of " + deviation + " known by " + degreesOfFreedom);
        }
    }

    /**
     * The noise of a cell's runs in the order of time, from the differences of neighbors, so that a lasting change among them
     * enters once only (Rice, Annals of Statistics 12, 1984); their median absolute value, so that it enters hardly at all.
     * Runs between which a coarse clock shows no difference may differ by its step. Empty for fewer than {@value #ENOUGH_RUNS} runs,
     * or where nothing is known to be different at all.
     *
     * @param clock variance that the steps of the clock alone make of a log median, as {@link Coarseness} has it
     */
    static Optional<RunNoise> of(double clock, double... logMedians) {
        int n = logMedians.length;
        if (n < ENOUGH_RUNS) {
            return Optional.empty();
        }
        double[] steps = new double[n - 1];
        Arrays.setAll(steps, i -> Math.abs(logMedians[i + 1] - logMedians[i]));
        double deviation = Math.hypot(CONSISTENCY * Medians.of(steps) / Math.sqrt(2), Math.sqrt(clock));
        // A median absolute value is 0.37 times as efficient as a standard deviation, and neighbors share a run.
        double known = Math.max(1, 0.37 * (n - 1) * 2 / 3.0);
        return deviation > NOTHING && Double.isFinite(deviation)
                ? Optional.of(new RunNoise(deviation, known, n, true))
                : Optional.empty();
    }

    /**
     * The same, or, where so few runs are known that they say less than is assumed without any, the assumption with what they add to
     * it: a history must not make a comparison blinder than none. Noise above the assumption is kept, and the assumption, which it
     * belies, lends it the less certainty.
     *
     * @param assumed what is assumed of cells on its machine
     */
    RunNoise tempered(RunNoise assumed) {
        if (!measured) {
            return this;
        }
        double share = Math.min(1, assumed.deviation / deviation);
        boolean above = deviation >= assumed.deviation;
        RunNoise tempered = new RunNoise(
                Math.max(deviation, assumed.deviation),
                degreesOfFreedom + assumed.degreesOfFreedom * share * share,
                runs,
                above,
                above);
        return reach() <= tempered.reach() ? this : tempered;
    }

    /** Its like with that deviation, where that is the greater. */
    RunNoise orOf(double other) {
        return other > deviation ? new RunNoise(other, degreesOfFreedom, runs, measured) : this;
    }

    /** How far it may carry a median at the level of a claim. */
    double reach() {
        return deviation * TDistribution.of(degreesOfFreedom).inverseSurvivalProbability(CLAIM / 2);
    }

    /** In words: {@code ±2.1 % from run to run, measured over 12 runs}. */
    public String words() {
        return "%s %% from run to run, %s"
                .formatted(
                        Percent.figure(Math.expm1(deviation) * 100),
                        measured
                                ? "measured over %d runs%s"
                                        .formatted(runs, lent ? ", and taken to be better known than these show" : "")
                                : runs > 0
                                        ? "assumed: its %d runs are too few to show less".formatted(runs)
                                        : "assumed: no history of %d runs to measure it".formatted(ENOUGH_RUNS));
    }
}
