package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.ChallengeTally;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.ProofClass;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.fallback.usage.Quantity;
import dev.bascule.fallback.usage.Reading;
import dev.bascule.fallback.usage.Subjects;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class AttemptExecutorTest {

    @Test
    void a_right_attempt_keeps_samples_evidence_numerics_and_an_interleaved_comparison() {
        ScriptedEnvironment environment = new ScriptedEnvironment(Map.of(Backends.WASM, Script.right(Backends.WASM)));
        Attempt attempt = environment.attempt(ScriptedEnvironment.sum(), Backends.WASM);
        assertThat(attempt.outcome()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(attempt.evidence().proof()).isEqualTo(ProofClass.PROVEN);
        assertThat(attempt.measured().timing().orElseThrow().measured().size()).isEqualTo(12);
        assertThat(attempt.numerics().orElseThrow().reference()).isEqualTo(Numerics.Reference.NATIVE_CPU_UNOPTIMISED);
        assertThat(attempt.comparison()).hasValueSatisfying(comparison -> {
            assertThat(comparison.ratio().pairs()).isEqualTo(4);
            assertThat(comparison.ratio().ci95()).isPresent();
        });
    }

    @Test
    void the_timed_inferences_of_an_attempt_and_no_others_are_watched() {
        ScriptedEnvironment environment = new ScriptedEnvironment(Map.of(Backends.WASM, Script.right(Backends.WASM)));
        Attempt attempt = environment.attempt(ScriptedEnvironment.sum(), Backends.WASM);
        assertThat(attempt.measured().usage()).hasValueSatisfying(usage -> {
            assertThat(usage.inferences())
                    .as("neither warm-up nor the other side's")
                    .isEqualTo(
                            attempt.measured().timing().orElseThrow().measured().size());
            assertThat(usage.span()).isPositive().isLessThan(attempt.span().elapsed());
            assertThat(usage.reading(Subjects.MACHINE, Quantity.CPU_UTILIZATION))
                    .isEqualTo(Reading.unknown("nobody watched"));
        });
        assertThat(attempt.throttled()).isFalse();
    }

    @Test
    void an_attempt_that_never_was_timed_cost_nothing_that_is_known() {
        Script refuses = Script.right(Backends.WEBGPU).refusing("first", "RuntimeError", "unreachable");
        Attempt attempt = new ScriptedEnvironment(Map.of(Backends.WEBGPU, refuses))
                .attempt(ScriptedEnvironment.sum(), Backends.WEBGPU);
        assertThat(attempt.measured().usage()).isEmpty();
    }

    @Test
    void every_iteration_counts_as_checked() {
        ScriptedEnvironment environment = new ScriptedEnvironment(Map.of(Backends.WASM, Script.right(Backends.WASM)));
        Attempt attempt = environment.attempt(ScriptedEnvironment.sum(), Backends.WASM);
        int inferences = 1
                + attempt.measured().timing().orElseThrow().warmUp().size()
                + attempt.measured().timing().orElseThrow().measured().size();
        assertThat(attempt.numerics().orElseThrow().checkedIterations()).isEqualTo(inferences);
    }

    /** In the midst of the blocks, or of the phases at the end: the times before it are of the same liar. */
    @Test
    void a_runner_whose_times_cannot_be_has_none_shown() {
        for (String phase : List.of("measure", "dispose")) {
            Script liar = Script.right(Backends.WASM).lyingOfTime(phase);
            Attempt attempt = new ScriptedEnvironment(Map.of(Backends.WASM, liar))
                    .attempt(ScriptedEnvironment.sum(), Backends.WASM);
            assertThat(attempt.outcome()).isEqualTo(Outcome.FAILED);
            assertThat(attempt.failure().map(Failure::code)).contains(ErrorCode.TIMING_IMPLAUSIBLE);
            assertThat(attempt.measured().timing()).isEmpty();
            assertThat(attempt.comparison()).isEmpty();
        }
    }

    @Test
    @Tag("red-team")
    void one_wrong_output_in_a_late_iteration_makes_the_attempt_wrong() {
        ScriptedEnvironment environment = new ScriptedEnvironment(
                Map.of(Backends.WASM, Script.right(Backends.WASM).corruptFrom(15)));
        Attempt attempt = environment.attempt(ScriptedEnvironment.sum(), Backends.WASM);
        assertThat(attempt.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(attempt.failure().map(Failure::code)).contains(ErrorCode.NUMERICS_WRONG);
        assertThat(attempt.comparison()).isEmpty();
    }

    @Test
    void a_corrupted_expected_output_makes_the_attempt_wrong() {
        Tensor corrupted = Tensor.floats(Shape.of(4), 11, 22, 33.1f, 44);
        OutputChecker.Reference expected =
                new OutputChecker.Reference(Numerics.Reference.EXPECTED_OUTPUT, List.of(Map.of("sum", corrupted)));
        ScriptedEnvironment environment = new ScriptedEnvironment(Map.of(Backends.WASM, Script.right(Backends.WASM)));
        Attempt attempt = environment.attempt(ScriptedEnvironment.sum(Optional.of(expected)), Backends.WASM);
        assertThat(attempt.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(attempt.failure().orElseThrow().message()).contains("'sum'[2] is 33.0", "says 33.099998");
    }

    @Test
    void a_runner_that_lies_about_its_backend_is_not_believed() {
        Script liar =
                Script.right(Backends.WEBNN).placing("CPUExecutionProvider", 1).claiming("webnn");
        Attempt attempt = new ScriptedEnvironment(Map.of(Backends.WEBNN, liar))
                .attempt(ScriptedEnvironment.sum(), Backends.WEBNN);
        assertThat(attempt.outcome()).isEqualTo(Outcome.UNSUPPORTED);
        assertThat(attempt.evidence().actual()).contains("wasm");
        assertThat(attempt.failure().orElseThrow().message()).contains("the one node did not run", "claimed webnn");
    }

    @Test
    void a_runner_that_shows_nothing_is_not_believed() {
        Script silent = Script.right(Backends.WEBNN).withoutEvidence();
        Attempt attempt = new ScriptedEnvironment(Map.of(Backends.WEBNN, silent))
                .attempt(ScriptedEnvironment.sum(), Backends.WEBNN);
        assertThat(attempt.failure().map(Failure::code)).contains(ErrorCode.BACKEND_NOT_PROVEN);
    }

    @Test
    void an_api_that_names_another_backend_is_not_called_success_on_this_one() {
        Script elsewhere = Script.right(Backends.WEBGPU).silent().claiming("wasm");
        Attempt attempt = new ScriptedEnvironment(Map.of(Backends.WEBGPU, elsewhere))
                .attempt(ScriptedEnvironment.sum(), Backends.WEBGPU);
        assertThat(attempt.failure().map(Failure::code)).contains(ErrorCode.BACKEND_NOT_PROVEN);
        assertThat(attempt.evidence().where().proven()).isEmpty();
    }

    @Test
    void phases_that_were_timed_before_a_refusal_are_kept() {
        Script refuses = Script.right(Backends.WEBGPU).refusing("first", "RuntimeError", "unreachable");
        Attempt attempt = new ScriptedEnvironment(Map.of(Backends.WEBGPU, refuses))
                .attempt(ScriptedEnvironment.sum(), Backends.WEBGPU);
        assertThat(attempt.outcome()).isEqualTo(Outcome.CRASHED);
        assertThat(attempt.measured().phases().create()).isPresent();
    }

    @Test
    void a_time_out_costs_the_runner_and_nothing_else() {
        ScriptedEnvironment environment = new ScriptedEnvironment(Map.of(
                Backends.WEBGPU, Script.right(Backends.WEBGPU).timingOut("create"),
                Backends.WASM, Script.right(Backends.WASM)));
        assertThat(environment
                        .attempt(ScriptedEnvironment.sum(), Backends.WEBGPU)
                        .outcome())
                .isEqualTo(Outcome.TIMED_OUT);
        assertThat(environment.browserLauncher.launched().get(0).wasKilled()).isTrue();
        assertThat(environment.attempt(ScriptedEnvironment.sum(), Backends.WASM).succeeded())
                .isTrue();
    }

    @Test
    void what_was_measured_before_a_crash_is_kept() {
        Script mortal = Script.right(Backends.WASM).dying("dispose");
        Attempt attempt = new ScriptedEnvironment(Map.of(Backends.WASM, mortal))
                .attempt(ScriptedEnvironment.sum(), Backends.WASM);
        assertThat(attempt.outcome()).isEqualTo(Outcome.CRASHED);
        assertThat(attempt.measured().timing().orElseThrow().measured().size()).isEqualTo(12);
        // Else the record would have timed more than it tells of, and be doubted.
        assertThat(ChallengeTally.of(attempt.evidence())).isPresent();
    }

    @Test
    void a_missing_backend_is_unavailable_with_its_reason_and_starts_nothing() {
        ScriptedEnvironment environment =
                new ScriptedEnvironment(Map.of(Backends.WEBGPU, Script.missing("no adapter")));
        Attempt attempt = environment.attempt(ScriptedEnvironment.sum(), Backends.WEBGPU);
        assertThat(attempt.outcome()).isEqualTo(Outcome.UNAVAILABLE);
        assertThat(attempt.failure().orElseThrow().message()).contains("no adapter");
        assertThat(attempt.evidence().proof()).isEqualTo(ProofClass.UNKNOWN);
    }

    @Test
    void without_a_reference_nothing_is_called_right() {
        Script refuses = Script.right(Backends.NATIVE_CPU).refusing("create", "OrtException", "bad model");
        ScriptedEnvironment environment =
                new ScriptedEnvironment(refuses, Map.of(Backends.WASM, Script.right(Backends.WASM)));
        assertThat(environment
                        .attempt(ScriptedEnvironment.sum(), Backends.WASM)
                        .failure()
                        .map(Failure::code))
                .contains(ErrorCode.REFERENCE_UNAVAILABLE);
    }

    @Test
    void nothing_stays_open_and_nothing_stays_alive() {
        ScriptedEnvironment environment = new ScriptedEnvironment(Map.of(Backends.WASM, Script.right(Backends.WASM)));
        environment.attempt(ScriptedEnvironment.sum(), Backends.WASM);
        assertThat(environment.browserLauncher.launched())
                .allSatisfy(one -> assertThat(one.runner().openSessions()).isZero());
        assertThat(environment.nativeLauncher.launched())
                .allSatisfy(one -> assertThat(one.runner().openSessions()).isZero());
        environment.browser.close();
        environment.nativeSource.close();
        assertThat(environment.browserLauncher.alive() + environment.nativeLauncher.alive())
                .isZero();
    }

    @Test
    void a_software_adapter_is_measured_as_often_as_its_interval_needs_and_anything_else_in_full() {
        Script webGpu = Script.right(Backends.WEBGPU);
        assertThat(samples(webGpu.software(true)))
                .isEqualTo(ScriptedEnvironment.PLAN.timing().softwareIterations());
        assertThat(samples(webGpu.software(false)))
                .isEqualTo(ScriptedEnvironment.PLAN.timing().minIterations());
        assertThat(samples(webGpu)).isEqualTo(ScriptedEnvironment.PLAN.timing().minIterations());
    }

    private static int samples(Script webGpu) {
        Attempt attempt = new ScriptedEnvironment(Map.of(Backends.WEBGPU, webGpu))
                .attempt(ScriptedEnvironment.sum(), Backends.WEBGPU);
        return attempt.measured().timing().orElseThrow().measured().size();
    }
}
