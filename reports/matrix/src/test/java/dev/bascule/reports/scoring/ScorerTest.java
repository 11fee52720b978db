package dev.bascule.reports.scoring;

import static dev.bascule.fallback.backend.Backends.CUDA;
import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.WASM;
import static dev.bascule.fallback.backend.Backends.WEBGPU;
import static dev.bascule.fallback.backend.Backends.WEBNN;
import static dev.bascule.reports.fixture.Fixtures.TEXT;
import static dev.bascule.reports.fixture.Fixtures.proven;
import static dev.bascule.reports.fixture.Fixtures.reported;
import static dev.bascule.reports.fixture.Fixtures.run;
import static dev.bascule.reports.fixture.Fixtures.strict;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.CheckCoverage;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import dev.bascule.fallback.backend.DeviceType;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.evidence.Evidence;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.reports.fixture.Fixtures;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ScorerTest {
    private static final CaseRun NATIVE =
            strict(TEXT, Verdict.PASS, Fixtures.on(NATIVE_CPU).median(2).build());

    private static int score(CaseRun run) {
        return Scorer.score(run, Optional.of(NATIVE)).orElseThrow().value();
    }

    /** Without a native CPU to be measured against. */
    private static int alone(CaseRun run) {
        return Scorer.score(run, Optional.empty()).orElseThrow().value();
    }

    private static CaseRun pass(Attempt attempt) {
        return strict(TEXT, Verdict.PASS, attempt);
    }

    private static Evidence provenOn(Backend backend, DeviceType device, Optional<Boolean> software) {
        return new Evidence(
                ProofClass.PROVEN,
                new Evidence.Where(backend.id(), Optional.of(backend.id()), Optional.of(backend.id())),
                Map.of(backend.id(), 44),
                java.util.OptionalInt.empty(),
                software,
                Optional.of(device),
                Map.of(),
                List.of(),
                List.of());
    }

    @Test
    void the_native_cpu_all_right_and_all_placed_reaches_85() {
        assertThat(score(NATIVE)).isEqualTo(85);
    }

    @Test
    void a_hardware_gpu_eight_times_as_fast_reaches_100() {
        assertThat(score(pass(onGpu(false)))).isEqualTo(100);
    }

    @Test
    void the_same_figures_on_a_software_adapter_count_as_the_native_cpu_s_speed() {
        assertThat(score(pass(onGpu(true)))).isEqualTo(85);
    }

    @Test
    void an_adapter_that_nobody_described_counts_no_more_than_the_native_cpu() {
        Attempt attempt = Fixtures.on(WEBGPU)
                .median(0.2)
                .nativeTakes(2)
                .evidence(provenOn(WEBGPU, DeviceType.GPU, Optional.empty()))
                .build();
        assertThat(score(pass(attempt))).isEqualTo(85);
    }

    @Test
    void an_output_that_shows_nothing_earns_none_of_the_points_for_being_right() {
        UnjudgedOutput mask = new UnjudgedOutput("mask", UnjudgedOutput.Why.CONSTANT);
        assertThat(right(new CheckCoverage(8, 1, 1, 1, 0, List.of(mask))).points())
                .isEqualTo(20);
        assertThat(right(new CheckCoverage(0, 0, 1, 1, 0, List.of(mask))).points())
                .isZero();
        assertThat(right(new CheckCoverage(8, 2, 1, 1, 0, List.of())).points()).isEqualTo(40);
        assertThat(right(new CheckCoverage(8, 1, 1, 1, 0, List.of(mask))).why())
                .startsWith("8 values of 1 output, 1 input set, 1 step; not judged: 'mask': ");
    }

    private static Score.Term right(CheckCoverage checked) {
        Attempt attempt = Fixtures.on(WASM).median(2).checked(checked).build();
        return Scorer.score(pass(attempt), Optional.of(NATIVE))
                .orElseThrow()
                .terms()
                .get(0);
    }

    private static Attempt onGpu(boolean software) {
        return Fixtures.on(WEBGPU)
                .median(0.2)
                .nativeTakes(2)
                .evidence(provenOn(WEBGPU, DeviceType.GPU, Optional.of(software)))
                .build();
    }

    @Test
    void a_speed_that_nobody_proves_the_place_of_counts_as_the_native_cpu_s() {
        Attempt attempt = Fixtures.on(WEBNN)
                .median(0.2)
                .nativeTakes(2)
                .evidence(reported(WEBNN))
                .build();
        Score score = Scorer.score(pass(attempt), Optional.of(NATIVE)).orElseThrow();
        assertThat(score.value()).isEqualTo(65);
        assertThat(score.terms().get(2).why()).contains("counted as 1: no engine record");
    }

    @Test
    void each_halving_of_the_speed_costs_the_same() {
        double whole = speed(2);
        assertThat(whole).isCloseTo(25, within(0.5));
        assertThat(whole - speed(4)).isCloseTo(5, within(0.5));
        assertThat(speed(4) - speed(8)).isCloseTo(5, within(0.5));
    }

    @Test
    void a_thousandth_of_the_speed_earns_nothing_and_takes_nothing_away() {
        assertThat(speed(2000)).isZero();
    }

    /** Points for speed of a cell with this median, where the native CPU takes 2 ms. */
    private static double speed(double median) {
        Attempt attempt = Fixtures.on(WASM).median(median).nativeTakes(2).build();
        Score.Term term = Scorer.score(pass(attempt), Optional.of(NATIVE))
                .orElseThrow()
                .terms()
                .get(2);
        assertThat(term.why()).contains("interleaved");
        return term.points();
    }

    @Test
    void nodes_that_ran_elsewhere_lower_the_score() {
        CaseRun partial = strict(
                TEXT,
                Verdict.PARTIAL,
                Fixtures.on(WEBNN)
                        .nodes(Map.of("webnn", 22, "wasm", 22))
                        .median(2)
                        .build());
        assertThat(alone(partial)).isEqualTo(50);
    }

    @Test
    @Tag("red-team")
    void an_api_s_word_is_no_placement() {
        Attempt attempt = Fixtures.on(WEBNN).median(2).evidence(reported(WEBNN)).build();
        assertThat(alone(pass(attempt))).isEqualTo(40);
    }

    @Test
    void a_fallback_earns_nothing_for_placement() {
        Attempt absent = Fixtures.on(CUDA)
                .failed(Outcome.UNAVAILABLE, ErrorCode.BACKEND_UNAVAILABLE, "no driver")
                .notStarted();
        CaseRun fallback = run(
                TEXT,
                Chain.of(CUDA, NATIVE_CPU),
                Verdict.FELL_BACK,
                List.of(absent, Fixtures.on(NATIVE_CPU).median(2).build()));
        assertThat(score(fallback)).isEqualTo(65);
    }

    @Test
    void what_was_not_timed_has_no_score() {
        Attempt untimed = Fixtures.on(WASM).samples(0).build();
        assertThat(Scorer.score(pass(untimed), Optional.of(NATIVE))).isEmpty();
        Attempt timed = Fixtures.on(WASM).median(2).build();
        assertThat(alone(pass(timed))).as("no native CPU in this run").isEqualTo(60);
    }

    @Test
    void outputs_that_nobody_checked_have_no_score() {
        Attempt unchecked = Fixtures.on(WASM).unchecked().build();
        assertThat(Scorer.score(pass(unchecked), Optional.of(NATIVE))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Verdict.class,
            names = {"WRONG", "FAILED", "CRASHED", "TIMED_OUT", "FLAKY"})
    void a_failure_scores_nothing_however_fast(Verdict verdict) {
        Attempt fast = Fixtures.on(WASM).median(0.01).nativeTakes(2).build();
        assertThat(score(strict(TEXT, verdict, fast))).isZero();
    }

    @Test
    @Tag("red-team")
    void a_pass_on_retry_scores_nothing_where_the_same_attempt_in_the_first_pass_would() {
        Attempt good = Fixtures.on(WASM).median(2).nativeTakes(2).build();
        Attempt late = Fixtures.on(WASM)
                .failed(Outcome.TIMED_OUT, ErrorCode.ATTEMPT_TIMED_OUT, "no answer")
                .notStarted();
        CaseRun flaky = strict(TEXT, Verdict.TIMED_OUT, late).retried(List.of(good));
        assertThat(score(flaky)).isZero();
        assertThat(RelativeSpeed.of(flaky, Optional.of(NATIVE))).isEmpty();
        assertThat(score(pass(good))).isGreaterThan(60);
    }

    @Test
    @Tag("red-team")
    void a_flaky_native_cpu_is_no_baseline() {
        Attempt late = Fixtures.on(NATIVE_CPU)
                .failed(Outcome.CRASHED, ErrorCode.RUNNER_CRASHED, "it died")
                .notStarted();
        CaseRun flaky = strict(TEXT, Verdict.CRASHED, late)
                .retried(List.of(Fixtures.on(NATIVE_CPU).median(2).build()));
        Attempt own = Fixtures.on(WASM).median(4).build();
        assertThat(RelativeSpeed.of(pass(own), Optional.of(flaky))).isEmpty();
        assertThat(RelativeSpeed.of(pass(own), Optional.of(NATIVE))).isPresent();
    }

    @Test
    @Tag("red-team")
    void nobody_can_call_wrong_numbers_a_pass() {
        Attempt wrong = Fixtures.on(WASM).median(0.01).wrongNumbers().build();
        assertThat(score(Fixtures.strict(Fixtures.TEXT, Verdict.WRONG, wrong))).isZero();
    }

    @Test
    @Tag("red-team")
    void a_comparison_with_anything_but_the_native_cpu_is_no_baseline() {
        Attempt plain = Fixtures.on(WEBGPU)
                .median(2)
                .evidence(proven(WEBGPU, Map.of("webgpu", 44)))
                .build();
        Attempt against = new Attempt(
                plain.target(),
                plain.outcome(),
                plain.failure(),
                plain.evidence(),
                new Attempt.Measured(
                        plain.measured().phases(),
                        Optional.empty(),
                        plain.measured().memory(),
                        Optional.empty()),
                plain.numerics(),
                Optional.of(Fixtures.against(WASM, 200, WEBGPU, 2)),
                List.of(),
                plain.span());
        assertThat(RelativeSpeed.of(pass(against), Optional.of(NATIVE))).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(
            value = Verdict.class,
            names = {"UNSUPPORTED", "SKIPPED"})
    void what_never_ran_has_no_score(Verdict verdict) {
        Attempt absent = Fixtures.on(CUDA)
                .failed(Outcome.UNAVAILABLE, ErrorCode.BACKEND_UNAVAILABLE, "no driver")
                .notStarted();
        assertThat(Scorer.score(strict(TEXT, verdict, absent), Optional.of(NATIVE)))
                .isEmpty();
    }

    @Test
    void the_formula_s_maxima_add_up_to_100() {
        assertThat(Formula.RIGHT + Formula.PLACEMENT + Formula.SPEED).isEqualTo(100);
    }

    /** As where Interleaving gave up because a block's median was 0, and medians are all that is left. */
    @Test
    void a_median_of_0_ms_is_a_clock_too_coarse_and_no_speed() {
        CaseRun unseen = pass(Fixtures.on(WASM).median(0).build());
        assertThat(RelativeSpeed.of(unseen, Optional.of(NATIVE))).isEmpty();
        assertThat(score(unseen)).as("right and placed").isEqualTo(60);
        assertThat(RelativeSpeed.of(pass(Fixtures.on(WASM).median(0.1).build()), Optional.of(NATIVE)))
                .as("negative control")
                .isPresent();
    }
}
