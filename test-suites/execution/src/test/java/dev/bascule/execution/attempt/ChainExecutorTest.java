package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.FallbackPolicy;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.runner.Script;
import dev.bascule.suites.suite.Comparisons;
import dev.bascule.suites.suite.SuiteWords;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class ChainExecutorTest {

    @Test
    void an_absent_first_choice_ends_as_fell_back_with_the_reason_kept_and_no_cost_invented() {
        CaseRun run =
                new ScriptedEnvironment(Map.of()).run(ScriptedEnvironment.sum(), Backends.CUDA, Backends.NATIVE_CPU);
        assertThat(run.verdict()).isEqualTo(Verdict.FELL_BACK);
        assertThat(run.attempts()).extracting(Attempt::outcome).containsExactly(Outcome.UNAVAILABLE, Outcome.SUCCEEDED);
        assertThat(run.attempts().get(0).failure().orElseThrow().message()).contains("no NVIDIA driver");
        assertThat(run.fallbackCost()).isEmpty();
    }

    @Test
    void a_wrong_first_choice_is_left_and_its_cost_measured_on_both() {
        ScriptedEnvironment environment = new ScriptedEnvironment(Map.of(
                Backends.WEBGPU, Script.right(Backends.WEBGPU).corruptFrom(0).taking(1),
                Backends.WASM, Script.right(Backends.WASM).taking(3)));
        CaseRun run = environment.run(ScriptedEnvironment.sum(), Backends.WEBGPU, Backends.WASM);
        assertThat(run.verdict()).isEqualTo(Verdict.FELL_BACK);
        assertThat(run.fallbackCost()).hasValueSatisfying(cost -> {
            assertThat(cost.baseline()).contains("webgpu");
            assertThat(cost.own()).contains("wasm");
            assertThat(cost.ratio().value()).isBetween(2.99, 3.01);
        });
    }

    @Test
    void a_first_choice_that_ran_nothing_of_the_model_itself_has_no_cost() {
        ScriptedEnvironment environment = new ScriptedEnvironment(Map.of(
                Backends.WEBNN, Script.right(Backends.WEBNN).placing("CPUExecutionProvider", 1),
                Backends.WASM, Script.right(Backends.WASM)));
        CaseRun run = environment.run(ScriptedEnvironment.sum(), Backends.WEBNN, Backends.WASM);
        assertThat(run.verdict()).isEqualTo(Verdict.FELL_BACK);
        assertThat(run.fallbackCost()).isEmpty();
    }

    @Test
    void when_every_rung_fails_the_worst_is_told() {
        ScriptedEnvironment environment = new ScriptedEnvironment(Map.of(
                Backends.WEBGPU, Script.missing("no adapter"),
                Backends.WASM, Script.right(Backends.WASM).corruptFrom(0)));
        assertThat(environment
                        .run(ScriptedEnvironment.sum(), Backends.WEBGPU, Backends.WASM)
                        .verdict())
                .isEqualTo(Verdict.WRONG);
    }

    @Test
    void a_failure_that_is_not_to_fall_back_ends_the_chain_where_it_is_and_the_run_says_so() {
        Map<Backend, Script> wrongThenRight = Map.of(
                Backends.WEBGPU, Script.right(Backends.WEBGPU).corruptFrom(0),
                Backends.WASM, Script.right(Backends.WASM));

        CaseRun stopped = new ScriptedEnvironment(wrongThenRight)
                .under(new FallbackPolicy(Set.of(Outcome.UNSUPPORTED, Outcome.CRASHED)), Comparisons.OFF)
                .run(ScriptedEnvironment.sum(), Backends.WEBGPU, Backends.WASM);
        assertThat(stopped.verdict()).isEqualTo(Verdict.WRONG);
        assertThat(stopped.attempts()).hasSize(1);
        assertThat(stopped.stoppedAt()).contains(stopped.attempts().get(0));
        assertThat(stopped.untried()).containsExactly(Backends.WASM);
        assertThat(stopped.fallBackOn().map(FallbackPolicy::toString)).contains("unsupported,crashed");

        CaseRun moved = new ScriptedEnvironment(wrongThenRight)
                .under(new FallbackPolicy(Set.of(), Set.of(ErrorCode.NUMERICS_WRONG)), Comparisons.OFF)
                .run(ScriptedEnvironment.sum(), Backends.WEBGPU, Backends.WASM);
        assertThat(moved.verdict()).isEqualTo(Verdict.FELL_BACK);
        assertThat(moved.stoppedAt()).isEmpty();
    }

    @Test
    void a_pair_is_measured_in_turn_in_one_browser_and_its_ratio_kept() {
        CaseRun run = new ScriptedEnvironment(Map.of(
                        Backends.WEBGPU, Script.right(Backends.WEBGPU).taking(6),
                        Backends.WASM, Script.right(Backends.WASM).taking(2)))
                .under(FallbackPolicy.DEFAULT, pairs("webgpu/wasm"))
                .run(ScriptedEnvironment.sum(), Backends.WEBGPU);

        assertThat(run.decisive().comparison()).hasValueSatisfying(comparison -> {
            assertThat(comparison.baseline()).contains("wasm");
            assertThat(comparison.isWithNativeCpu()).isFalse();
            assertThat(comparison.ratio().value()).isBetween(2.99, 3.01);
        });
    }

    @Test
    void only_what_a_pair_names_is_compared() {
        CaseRun run = new ScriptedEnvironment(Map.of(Backends.WASM, Script.right(Backends.WASM)))
                .under(FallbackPolicy.DEFAULT, pairs("webgpu/wasm"))
                .run(ScriptedEnvironment.sum(), Backends.WASM);

        assertThat(run.verdict()).isEqualTo(Verdict.PASS);
        assertThat(run.decisive().comparison()).isEmpty();
        assertThat(run.decisive().evidence().notes()).noneMatch(note -> note.contains("not compared"));
    }

    @Test
    void a_pair_has_no_ratio_where_the_other_side_is_absent_wrong_or_ran_elsewhere_and_the_cell_says_why() {
        assertThat(comparedWith(Script.missing("no adapter"))).isEqualTo("not compared with webgpu: no adapter");
        assertThat(comparedWith(Script.right(Backends.WEBGPU).corruptFrom(0)))
                .isEqualTo("not compared with webgpu: its outputs are wrong");
        assertThat(comparedWith(Script.right(Backends.WEBGPU).placing("CPUExecutionProvider", 1)))
                .startsWith("not compared with webgpu: the one node did not run on webgpu");
    }

    private static String comparedWith(Script webgpu) {
        CaseRun run = new ScriptedEnvironment(
                        Map.of(Backends.WASM, Script.right(Backends.WASM), Backends.WEBGPU, webgpu))
                .under(FallbackPolicy.DEFAULT, pairs("wasm/webgpu"))
                .run(ScriptedEnvironment.sum(), Backends.WASM);
        assertThat(run.verdict()).isEqualTo(Verdict.PASS);
        assertThat(run.decisive().comparison()).isEmpty();
        return run.decisive().evidence().notes().stream()
                .filter(note -> note.startsWith("not compared"))
                .findFirst()
                .orElse("nothing is said");
    }

    private static Comparisons pairs(String text) {
        return SuiteWords.comparisons(text, "test").orElseThrow();
    }

    @Test
    void some_nodes_elsewhere_is_partial() {
        Script partly =
                Script.right(Backends.WEBNN).placing(Map.of("WebNNExecutionProvider", 41, "CPUExecutionProvider", 3));
        CaseRun run =
                new ScriptedEnvironment(Map.of(Backends.WEBNN, partly)).run(ScriptedEnvironment.sum(), Backends.WEBNN);
        assertThat(run.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(run.decisive().evidence().nodes()).isEqualTo(Map.of("webnn", 41, "wasm", 3));
    }

    @Test
    void a_user_who_stops_gets_what_there_is_marked_skipped() {
        ScriptedEnvironment environment = new ScriptedEnvironment(
                Map.of(Backends.WASM, Script.right(Backends.WASM).dying("measure")));
        Thread.currentThread().interrupt();
        try {
            CaseRun run = environment.run(ScriptedEnvironment.sum(), Backends.WASM);
            assertThat(run.verdict()).isEqualTo(Verdict.SKIPPED);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
