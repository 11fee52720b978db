package dev.bascule.suites.execution;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.runner.Script;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ChainExecutorTest {

    @Test
    void an_absent_first_choice_ends_as_fell_back_with_the_reason_kept_and_no_cost_invented() {
        CaseRun run = new Bench(Map.of()).run(Bench.sum(), Backends.CUDA, Backends.NATIVE_CPU);
        assertThat(run.verdict()).isEqualTo(Verdict.FELL_BACK);
        assertThat(run.attempts()).extracting(Attempt::outcome).containsExactly(Outcome.UNAVAILABLE, Outcome.SUCCEEDED);
        assertThat(run.attempts().get(0).failure().orElseThrow().message()).contains("no NVIDIA driver");
        assertThat(run.fallbackCost()).isEmpty();
    }

    @Test
    void a_wrong_first_choice_is_left_and_its_cost_measured_on_both() {
        Bench bench = new Bench(Map.of(
                Backends.WEBGPU, Script.right(Backends.WEBGPU).corruptFrom(0).taking(1),
                Backends.WASM, Script.right(Backends.WASM).taking(3)));
        CaseRun run = bench.run(Bench.sum(), Backends.WEBGPU, Backends.WASM);
        assertThat(run.verdict()).isEqualTo(Verdict.FELL_BACK);
        assertThat(run.fallbackCost()).hasValueSatisfying(cost -> {
            assertThat(cost.baseline()).contains("webgpu");
            assertThat(cost.own()).contains("wasm");
            assertThat(cost.ratio().value()).isBetween(2.99, 3.01);
        });
    }

    @Test
    void a_first_choice_that_ran_nothing_of_the_model_itself_has_no_cost() {
        Bench bench = new Bench(Map.of(
                Backends.WEBNN, Script.right(Backends.WEBNN).placing("CPUExecutionProvider", 1),
                Backends.WASM, Script.right(Backends.WASM)));
        CaseRun run = bench.run(Bench.sum(), Backends.WEBNN, Backends.WASM);
        assertThat(run.verdict()).isEqualTo(Verdict.FELL_BACK);
        assertThat(run.fallbackCost()).isEmpty();
    }

    @Test
    void when_every_rung_fails_the_worst_is_told() {
        Bench bench = new Bench(Map.of(
                Backends.WEBGPU, Script.missing("no adapter"),
                Backends.WASM, Script.right(Backends.WASM).corruptFrom(0)));
        assertThat(bench.run(Bench.sum(), Backends.WEBGPU, Backends.WASM).verdict())
                .isEqualTo(Verdict.WRONG);
    }

    @Test
    void some_nodes_elsewhere_is_partial() {
        Script partly =
                Script.right(Backends.WEBNN).placing(Map.of("WebNNExecutionProvider", 41, "CPUExecutionProvider", 3));
        CaseRun run = new Bench(Map.of(Backends.WEBNN, partly)).run(Bench.sum(), Backends.WEBNN);
        assertThat(run.verdict()).isEqualTo(Verdict.PARTIAL);
        assertThat(run.decisive().evidence().nodes()).isEqualTo(Map.of("webnn", 41, "wasm", 3));
    }

    @Test
    void a_user_who_stops_gets_what_there_is_marked_skipped() {
        Bench bench =
                new Bench(Map.of(Backends.WASM, Script.right(Backends.WASM).dying("measure")));
        Thread.currentThread().interrupt();
        try {
            CaseRun run = bench.run(Bench.sum(), Backends.WASM);
            assertThat(run.verdict()).isEqualTo(Verdict.SKIPPED);
        } finally {
            assertThat(Thread.interrupted()).isTrue();
        }
    }
}
