package dev.bascule.reports.comparison;

import static dev.bascule.fallback.backend.Backends.WASM;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Attempts;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Timing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.cases.Family;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.reports.fixture.Fixtures;
import dev.bascule.reports.matrix.CaseResult;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * How good the gate is, as it ships: reports of {@value #CASES} cases of {@value #SAMPLES} samples a run, through {@link Comparer}
 * with its defaults to {@link ComparisonReport#hasRegression()}. Seeded; the figures are printed.
 */
@Tag("slow")
class RegressionGateSimulationTest {
    private static final int CASES = 10;
    private static final int SAMPLES = 40;
    private static final RealisticNoise QUIET = RealisticNoise.QUIET;
    private static final List<ModelInfo> MODELS = IntStream.range(0, CASES)
            .mapToObj(i -> Fixtures.model("model-" + i, "%02x".formatted(i), Family.VISION, "image-classification"))
            .toList();
    private static final Attempt PASSED = Fixtures.on(WASM).samples(1).build();

    private static CaseRun timed(ModelInfo model, Samples samples) {
        Timing timing = new Timing(PASSED.measured().timing().orElseThrow().warmUp(), samples, true, Optional.empty());
        return Fixtures.strict(model, Verdict.PASS, Attempts.timed(PASSED, timing));
    }

    /**
     * @param before runs of the baseline
     * @param after runs of the candidate
     * @param inTurns whether they alternate; else all of the candidate come after all of the baseline
     * @param history earlier runs that tell the noise
     */
    private record Design(int before, int after, boolean inTurns, int history) {
        @Override
        public String toString() {
            return "%d + %d runs%s%s"
                    .formatted(
                            before,
                            after,
                            before > 1 && after > 1 ? inTurns ? " in turns" : " one side after the other" : "",
                            history > 0 ? ", noise known from %d earlier ones".formatted(history) : "");
        }
    }

    private static final Design IN_TURNS = new Design(16, 16, true, 0);
    private static final Design APART = new Design(16, 16, false, 0);

    /**
     * What is planted.
     *
     * @param slow how many of the cases take {@code ratio} times as long
     * @param session deviation of what a side's session does to all of its runs and cases
     */
    private record Truth(int slow, double ratio, double session) {
        static final Truth EQUAL = new Truth(0, 1, 0);

        static Truth oneSlower(double ratio) {
            return new Truth(1, ratio, 0);
        }
    }

    /** @param minute when its first run begins; every run takes two, so that all are of one session */
    private static ComparedSide side(
            String name, int runs, int minute, Truth truth, RealisticNoise noise, Random random) {
        double all = Math.exp(truth.session() * random.nextGaussian());
        List<CaseResult> cells = new ArrayList<>();
        for (int i = 0; i < runs; i++) {
            CaseRun[] cases = new CaseRun[CASES];
            for (int k = 0; k < CASES; k++) {
                cases[k] = timed(
                        MODELS.get(k),
                        noise.samples(5 * all * (k < truth.slow() ? truth.ratio() : 1), SAMPLES, random));
            }
            cells.addAll(CaseResult.allOf(
                    Fixtures.record(name + i, Fixtures.START.plus(Duration.ofMinutes(minute + 2L * i)), cases)));
        }
        return new ComparedSide(name, cells);
    }

    /** Share of reports that fail the gate. */
    private static double failing(Design design, RealisticNoise noise, Truth truth, int reports, long seed) {
        Random random = new Random(seed);
        Truth still = new Truth(0, 1, truth.session());
        int failing = 0;
        for (int report = 0; report < reports; report++) {
            List<CaseResult> history = design.history() == 0
                    ? List.of()
                    : side("h", design.history(), -100_000, Truth.EQUAL, noise, random)
                            .cells();
            ComparedSide before = side("a", design.before(), 0, still, noise, random);
            ComparedSide after =
                    side("b", design.after(), design.inTurns() ? 1 : 2 * design.before(), truth, noise, random);
            boolean fails = Comparer.compare(before, after, Set.of(), history, ComparisonOptions.DEFAULT)
                    .hasRegression();
            failing += fails ? 1 : 0;
        }
        double share = (double) failing / reports;
        System.out.printf(
                Locale.ROOT,
                "simulation: the gate, %s, %d cases, runs differ by %.0f %%, sessions by %.0f %%, %s: %.1f %% of %d reports fail%n",
                design,
                CASES,
                100 * noise.betweenRuns(),
                100 * truth.session(),
                truth.slow() == 0 ? "nothing changed" : "one case x%.2f".formatted(truth.ratio()),
                100 * share,
                reports);
        return share;
    }

    @Tag("sized")
    @Test
    void equal_sides_fail_the_gate_in_at_most_one_report_of_a_hundred() {
        // One alarm of a hundred passes, two do not.
        assertThat(failing(IN_TURNS, QUIET, Truth.EQUAL, TestSize.of(30, 100), 61))
                .isLessThanOrEqualTo(0.01);
    }

    /** One slow case of ten is the hardest: it is corrected for nine others, and none helps it. */
    @Tag("sized")
    @Test
    void one_case_that_became_slower_by_five_percent_fails_the_gate_where_runs_took_turns() {
        assertThat(failing(IN_TURNS, QUIET, Truth.oneSlower(1.05), TestSize.of(20, 60), 62))
                .isGreaterThanOrEqualTo(0.95);
    }

    /** What a side's session does to all of its runs looks like its software; the gate holds it against what sessions may differ by. */
    @Test
    @Tag("full")
    void a_session_that_shifts_a_whole_side_by_one_percent_does_not_fail_the_gate() {
        assertThat(failing(APART, QUIET, new Truth(0, 1, 0.01), 100, 63)).isLessThanOrEqualTo(0.01);
        assertThat(failing(APART, QUIET, new Truth(1, 1.1, 0.01), 30, 64))
                .as("a slowdown of 10 % is still found")
                .isGreaterThanOrEqualTo(0.9);
        assertThat(failing(IN_TURNS, QUIET, new Truth(0, 1, 0.01), 40, 63))
                .as("negative control: times that say turns where there were none cry wolf")
                .isGreaterThan(0.05);
        // A documented limit: sessions that differ by more than is assumed.
        assertThat(failing(APART, QUIET, new Truth(0, 1, 0.02), 40, 65)).isLessThanOrEqualTo(0.15);
    }

    /** Whatever the machine's noise, known or not, it costs power and makes no false alarms. */
    @ParameterizedTest
    @ValueSource(doubles = {0.02, 0.05, 0.13})
    @Tag("full")
    void noise_between_runs_costs_power_and_makes_no_false_alarms(double between) {
        RealisticNoise noise = new RealisticNoise(between, 0.04, 0.5, 0.02, 0.01);
        Design single = new Design(1, 1, false, 0);
        Design known = new Design(1, 1, false, 12);
        Design hardly = new Design(1, 1, false, 6);
        Design several = new Design(8, 1, false, 0);

        assertThat(failing(single, noise, Truth.EQUAL, 100, 71)).isLessThanOrEqualTo(0.01);
        assertThat(failing(known, noise, Truth.EQUAL, 100, 72)).isLessThanOrEqualTo(0.01);
        assertThat(failing(hardly, noise, Truth.EQUAL, 100, 81)).isLessThanOrEqualTo(0.01);
        assertThat(failing(several, noise, Truth.EQUAL, 100, 73)).isLessThanOrEqualTo(0.01);
        assertThat(failing(APART, noise, Truth.EQUAL, 20, 74)).isZero();
        double blind = failing(single, noise, Truth.oneSlower(2), 40, 75);
        assertThat(failing(hardly, noise, Truth.oneSlower(2), 40, 82))
                .as("six runs of history take next to nothing from what is seen without any")
                .isGreaterThanOrEqualTo(blind - 0.25);
    }

    /** Five runs may happen to look quiet: the other cells of the machine say that it is not. */
    @Test
    @Tag("full")
    void five_or_six_earlier_runs_on_a_machine_noisier_than_assumed_make_few_false_alarms() {
        RealisticNoise noisy = new RealisticNoise(0.25, 0.04, 0.5, 0.02, 0.01);

        assertThat(failing(new Design(1, 1, false, 5), noisy, Truth.EQUAL, 100, 83))
                .isLessThanOrEqualTo(0.02);
        assertThat(failing(new Design(1, 1, false, 6), noisy, Truth.EQUAL, 100, 84))
                .isLessThanOrEqualTo(0.02);
        assertThat(failing(new Design(1, 1, false, 0), noisy, Truth.EQUAL, 100, 85))
                .as("negative control: without any history this noise is not known")
                .isGreaterThan(0.02);
    }

    /** A documented limit: medians that differ by more than was ever seen, on a machine without history. */
    @Test
    @Tag("full")
    void single_runs_without_history_on_a_machine_noisier_than_any_seen_rarely_fail_the_gate() {
        RealisticNoise worst = new RealisticNoise(0.13, 0.25, 0.75, 0.03, 0.2);

        assertThat(failing(new Design(1, 1, false, 0), worst, Truth.EQUAL, 100, 80))
                .isLessThanOrEqualTo(0.05);
    }

    /** Negative control of the assumptions: with a narrower one a noisy machine without history cries wolf. */
    @Test
    void single_runs_held_against_too_small_a_noise_would_cry_wolf() {
        assertThat(crying(0.13, new RunNoise(0.05, 30, 0, false))).isGreaterThan(0.05);
        assertThat(crying(0.26, RunNoise.ASSUMED)).as("a busy machine").isGreaterThan(0.05);
        assertThat(crying(0.26, RunNoise.ASSUMED_BUSY))
                .as("a busy machine that was noticed to be so")
                .isLessThanOrEqualTo(0.01);
    }

    private static double crying(double between, RunNoise assumed) {
        Random random = new Random(79);
        RealisticNoise noise = new RealisticNoise(between, 0.04, 0.5, 0.02, 0.01);
        int alarms = 0;
        for (int report = 0; report < 100; report++) {
            double[] p = IntStream.range(0, CASES)
                    .mapToDouble(i -> Estimator.separate(
                                    noise.runs("a", 5, 1, SAMPLES, random),
                                    noise.runs("b", 5, 1, SAMPLES, random),
                                    assumed,
                                    1)
                            .pValue())
                    .toArray();
            alarms += Arrays.stream(Holm.adjusted(p)).anyMatch(each -> each < 0.01) ? 1 : 0;
        }
        return alarms / 100.0;
    }
}
