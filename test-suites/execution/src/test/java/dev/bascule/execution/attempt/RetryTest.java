package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.runner.Script;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class RetryTest {
    private static final Script RIGHT = Script.right(Backends.WASM);
    private static final Script DYING = Script.right(Backends.WASM).dying("first");

    /** A browser whose wasm dies the first so many times it is started. */
    private static ScriptedEnvironment dyingUpTo(int number) {
        IntFunction<Map<dev.bascule.fallback.backend.Backend, Script>> browsers =
                started -> Map.of(Backends.WASM, started <= number ? DYING : RIGHT);
        return new ScriptedEnvironment(Script.right(Backends.NATIVE_CPU), browsers);
    }

    @Test
    void a_pass_after_a_failure_is_flaky_and_both_attempts_are_kept() {
        CaseRun run = dyingUpTo(1).runAndRetry(1, ScriptedEnvironment.sum(), Backends.WASM);
        assertThat(run.verdict()).isEqualTo(Verdict.FLAKY);
        assertThat(run.attempts()).extracting(Attempt::outcome).containsExactly(Outcome.CRASHED);
        assertThat(run.retries()).extracting(Attempt::outcome).containsExactly(Outcome.SUCCEEDED);
    }

    @Test
    void a_failure_that_repeats_keeps_its_verdict() {
        CaseRun run = dyingUpTo(99).runAndRetry(2, ScriptedEnvironment.sum(), Backends.WASM);
        assertThat(run.verdict()).isEqualTo(Verdict.CRASHED);
        assertThat(run.retries()).hasSize(2).extracting(Attempt::outcome).containsOnly(Outcome.CRASHED);
    }

    @Test
    void a_retry_runs_in_a_browser_that_was_started_for_it_and_ends_with_the_first_pass() {
        ScriptedEnvironment environment = dyingUpTo(2);
        CaseRun run = environment.runAndRetry(5, ScriptedEnvironment.sum(), Backends.WASM);
        assertThat(run.retries()).extracting(Attempt::outcome).containsExactly(Outcome.CRASHED, Outcome.SUCCEEDED);
        assertThat(environment.browserLauncher.launched()).hasSize(3);
    }

    @Test
    void wrong_outputs_are_tried_again_in_a_clean_browser_too() {
        ScriptedEnvironment environment = new ScriptedEnvironment(
                Script.right(Backends.NATIVE_CPU),
                started -> Map.of(Backends.WASM, started == 1 ? RIGHT.corruptFrom(0) : RIGHT));
        assertThat(environment
                        .runAndRetry(1, ScriptedEnvironment.sum(), Backends.WASM)
                        .verdict())
                .isEqualTo(Verdict.FLAKY);
    }

    @Test
    void what_is_absent_is_not_tried_again() {
        ScriptedEnvironment environment =
                new ScriptedEnvironment(Map.of(Backends.WEBGPU, Script.missing("no adapter")));
        CaseRun run = environment.run(ScriptedEnvironment.sum(), Backends.WEBGPU);
        assertThat(ChainExecutor.mayRetry(run)).isFalse();
        assertThat(environment
                        .runAndRetry(3, ScriptedEnvironment.sum(), Backends.WEBGPU)
                        .retries())
                .isEmpty();
    }

    @Test
    void a_chain_that_fell_back_past_a_crash_which_does_not_repeat_is_flaky() {
        ScriptedEnvironment environment = new ScriptedEnvironment(
                Script.right(Backends.NATIVE_CPU),
                started -> Map.of(
                        Backends.WEBGPU,
                        started == 1 ? Script.right(Backends.WEBGPU).dying("first") : Script.right(Backends.WEBGPU),
                        Backends.WASM,
                        RIGHT));
        CaseRun run = environment.runAndRetry(1, ScriptedEnvironment.sum(), Backends.WEBGPU, Backends.WASM);
        assertThat(run.attempts()).extracting(Attempt::outcome).containsExactly(Outcome.CRASHED, Outcome.SUCCEEDED);
        assertThat(run.verdict()).isEqualTo(Verdict.FLAKY);
    }
}
