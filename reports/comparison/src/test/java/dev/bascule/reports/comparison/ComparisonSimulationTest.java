package dev.bascule.reports.comparison;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Arrays;
import java.util.Locale;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * How good the comparison is, found by comparing what is known to be equal or different. Seeded, so that the figures are the same
 * each time; they are printed.
 */
@Tag("slow")
class ComparisonSimulationTest {
    private static final RealisticNoise NOISE = RealisticNoise.QUIET;
    private static final int PAIRS = 1_000;
    private static final int CASES = 10;
    private static final double LEVEL = ComparisonOptions.USUAL_LEVEL;
    private static final ComparisonOptions OPTIONS = ComparisonOptions.DEFAULT;

    private record Design(int runs, int samples) {}

    private static final Design USUAL = new Design(10, 100);

    private static double p(Design design, double ratio, Random random) {
        return Estimator.separate(
                        NOISE.runs("a", 5, design.runs(), design.samples(), random),
                        NOISE.runs("b", 5 * ratio, design.runs(), design.samples(), random),
                        RunNoise.ASSUMED,
                        1)
                .pValue();
    }

    /** Shares of pairs that are found different, and of reports of {@value #CASES} cases each that call any different. */
    private record Found(double pairs, double reports, double corrected) {
        @Override
        public String toString() {
            return String.format(
                    Locale.ROOT,
                    "%.1f %% of pairs called different at 0.05 before correction; corrected, at %s: %.2f %% of pairs,"
                            + " %.1f %% of reports of %d cases call any",
                    100 * pairs,
                    OPTIONS.level(),
                    100 * corrected,
                    100 * reports,
                    CASES);
        }
    }

    private static Found find(Design design, double ratio, int reports, long seed) {
        Random random = new Random(seed);
        int before = 0;
        int corrected = 0;
        int any = 0;
        for (int report = 0; report < reports; report++) {
            double[] p = new double[CASES];
            Arrays.setAll(p, i -> p(design, ratio, random));
            before += (int) Arrays.stream(p)
                    .filter(each -> each < ComparisonOptions.USUAL_LEVEL)
                    .count();
            int claims = (int) Arrays.stream(Holm.adjusted(p))
                    .filter(each -> each < OPTIONS.level())
                    .count();
            corrected += claims;
            any += claims > 0 ? 1 : 0;
        }
        return new Found(share(before, reports * CASES), share(any, reports), share(corrected, reports * CASES));
    }

    private static double share(long part, int whole) {
        return (double) part / whole;
    }

    private static void print(String what, Design design, Object found) {
        System.out.printf(
                Locale.ROOT,
                "simulation: %s, %d runs x %d samples a side: %s%n",
                what,
                design.runs(),
                design.samples(),
                found);
    }

    @Test
    void of_a_thousand_equal_pairs_few_are_called_different() {
        Found pairs = find(USUAL, 1, PAIRS / CASES, 42);
        print("1000 A/A pairs", USUAL, pairs);

        assertThat(pairs.pairs()).as("false alarms before correction").isLessThanOrEqualTo(0.05);
        assertThat(pairs.corrected()).as("false alarms after correction").isLessThanOrEqualTo(0.01);
    }

    @Test
    void of_a_thousand_reports_on_equal_sides_hardly_one_calls_any_case_different() {
        Design small = new Design(5, 20);
        Found reports = find(small, 1, PAIRS, 48);
        print("1000 A/A reports", small, reports);

        assertThat(reports.pairs()).isLessThanOrEqualTo(0.05);
        assertThat(reports.reports()).as("reports with any false alarm").isLessThanOrEqualTo(0.01);
    }

    @Test
    void a_true_slowdown_of_five_percent_is_found() {
        Found usual = find(USUAL, 1.05, PAIRS / CASES, 43);
        print("a slowdown of 5 %", USUAL, usual);
        for (Design fewer : new Design[] {new Design(3, 100), new Design(5, 100)}) {
            print("a slowdown of 5 %", fewer, find(fewer, 1.05, 50, 43));
        }

        assertThat(usual.pairs()).isGreaterThanOrEqualTo(0.95);
        assertThat(usual.corrected()).as("corrected for ten cases at once").isGreaterThanOrEqualTo(0.9);
    }

    /** On a busy machine the same rules hold: it claims no more, and finds only what is larger. */
    @Test
    @Tag("full")
    void a_busy_machine_is_no_reason_for_false_alarms() {
        Random random = new Random(49);
        int alarms = 0;
        int found = 0;
        int series = 400;
        for (int i = 0; i < series; i++) {
            alarms += busy(1, random) < LEVEL ? 1 : 0;
            found += busy(1.3, random) < LEVEL ? 1 : 0;
        }
        System.out.printf(
                Locale.ROOT,
                "simulation: a busy machine (%.0f %% from run to run), 10 runs x 100 samples a side: %.1f %% false alarms of %d, a"
                        + " slowdown of 30 %% found in %.1f %%%n",
                100 * RealisticNoise.BUSY.betweenRuns(),
                100.0 * alarms / series,
                series,
                100.0 * found / series);

        assertThat(share(alarms, series)).isLessThanOrEqualTo(0.07);
        assertThat(share(found, series)).isGreaterThanOrEqualTo(0.95);
    }

    private static double busy(double ratio, Random random) {
        return Estimator.separate(
                        RealisticNoise.BUSY.runs("a", 5, 10, 100, random),
                        RealisticNoise.BUSY.runs("b", 5 * ratio, 10, 100, random),
                        RunNoise.ASSUMED,
                        1)
                .pValue();
    }

    /** Negative control: taking samples for runs, as a naive comparison does, is caught by the same simulation. */
    @Test
    void samples_taken_for_runs_would_cry_wolf() {
        Random random = new Random(44);
        int alarms = 0;
        for (int i = 0; i < PAIRS; i++) {
            double[] a = NOISE.samples(5, 100, random).millis();
            double[] b = NOISE.samples(5, 100, random).millis();
            alarms += EffectSize.of(a, b, EffectSize.Unit.SAMPLES).mannWhitneyP() < LEVEL ? 1 : 0;
        }
        System.out.printf(
                Locale.ROOT,
                "simulation: 1000 A/A pairs, 1 run x 100 samples a side, Mann-Whitney over samples: %.1f %% called different%n",
                100.0 * alarms / PAIRS);

        assertThat(share(alarms, PAIRS)).isGreaterThan(0.3);
    }

    @Test
    @Tag("full")
    void single_runs_are_widened_by_the_noise_between_runs() {
        RunNoise known = new RunNoise(NOISE.betweenRuns(), 20, 30, true);
        Random random = new Random(45);
        int alarms = 0;
        int found = 0;
        for (int i = 0; i < PAIRS; i++) {
            alarms += single(1, known, random) < LEVEL ? 1 : 0;
            found += single(1.15, known, random) < LEVEL ? 1 : 0;
        }
        System.out.printf(
                Locale.ROOT,
                "simulation: 1 run x 100 samples a side, noise known from history: %.1f %% false alarms, a slowdown of 15 %% found"
                        + " in %.1f %%%n",
                100.0 * alarms / PAIRS,
                100.0 * found / PAIRS);

        assertThat(share(alarms, PAIRS)).isLessThanOrEqualTo(0.05);
        assertThat(share(found, PAIRS)).isGreaterThanOrEqualTo(0.95);
    }

    private static double single(double ratio, RunNoise noise, Random random) {
        return Estimator.separate(
                        NOISE.runs("a", 5, 1, 100, random), NOISE.runs("b", 5 * ratio, 1, 100, random), noise, 1)
                .pValue();
    }

    /** The intervals hold what they promise: 95 in a hundred contain the truth. */
    @Test
    void intervals_contain_the_truth_as_often_as_they_say() {
        Random random = new Random(46);
        int holding = 0;
        for (int i = 0; i < PAIRS; i++) {
            holding += Estimator.separate(
                                    NOISE.runs("a", 5, 5, 50, random),
                                    NOISE.runs("b", 5 * 1.2, 5, 50, random),
                                    RunNoise.ASSUMED,
                                    1)
                            .ci95()
                            .contains(1.2)
                    ? 1
                    : 0;
        }
        System.out.printf(
                Locale.ROOT,
                "simulation: 95 %% intervals of 5 + 5 runs contain the truth in %.1f %%%n",
                100.0 * holding / PAIRS);

        assertThat(share(holding, PAIRS)).isBetween(0.93, 0.98);
    }

    @Test
    @Tag("full")
    void equal_sides_are_shown_equivalent_only_with_runs_enough() {
        Random random = new Random(47);
        Estimate many = Estimator.separate(
                NOISE.runs("a", 5, 10, 100, random), NOISE.runs("b", 5, 10, 100, random), RunNoise.ASSUMED, 1);
        Estimate few = Estimator.separate(
                NOISE.runs("a", 5, 1, 100, random), NOISE.runs("b", 5, 1, 100, random), RunNoise.ASSUMED, 1);

        assertThat(SpeedFinding.of(many, many.pValue(), ComparisonOptions.DEFAULT))
                .isEqualTo(SpeedFinding.EQUIVALENT);
        assertThat(SpeedFinding.of(few, few.pValue(), ComparisonOptions.DEFAULT))
                .isEqualTo(SpeedFinding.NO_DIFFERENCE_SHOWN);
        assertThat(few.noise()).isPresent();
    }
}
