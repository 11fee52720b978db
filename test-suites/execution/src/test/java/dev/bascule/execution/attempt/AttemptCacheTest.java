package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.SharedAttempts;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.runner.Script;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import org.junit.jupiter.api.Test;

class AttemptCacheTest {
    private static final Script WEBGPU = Script.right(Backends.WEBGPU);
    private static final Script WASM = Script.right(Backends.WASM);
    private final PreparedCase sum = ScriptedEnvironment.sum();

    @Test
    void a_chain_shows_the_attempt_of_the_strict_cell_and_opens_no_session_for_it() {
        ScriptedEnvironment environment = new ScriptedEnvironment(Map.of(Backends.WEBGPU, WEBGPU, Backends.WASM, WASM));
        CaseRun strict = environment.run(sum, Backends.WEBGPU);
        CaseRun chain = environment.run(sum, Backends.WEBGPU, Backends.WASM);
        assertThat(chain.attempts().get(0)).isSameAs(strict.attempts().get(0));
        assertThat(chain.verdict()).isEqualTo(Verdict.PASS);
    }

    @Test
    void a_failed_strict_cell_lets_the_chain_move_on_to_what_is_not_yet_measured() {
        ScriptedEnvironment environment =
                new ScriptedEnvironment(Map.of(Backends.WEBGPU, WEBGPU.dying("first"), Backends.WASM, WASM));
        CaseRun strict = environment.run(sum, Backends.WEBGPU);
        CaseRun chain = environment.run(sum, Backends.WEBGPU, Backends.WASM);
        assertThat(chain.attempts().get(0)).isSameAs(strict.attempts().get(0));
        assertThat(chain.verdict()).isEqualTo(Verdict.FELL_BACK);
        assertThat(environment.run(sum, Backends.WASM).attempts().get(0))
                .as("a strict cell behind the chain shows what the chain measured")
                .isSameAs(chain.attempts().get(1));
    }

    @Test
    void another_case_is_measured_for_itself() {
        ScriptedEnvironment environment = new ScriptedEnvironment(Map.of(Backends.WASM, WASM));
        Attempt first = environment.run(sum, Backends.WASM).decisive();
        PreparedCase other = sum.withFeeds(CaseId.of("test", "unit", "sum", Map.of("batch", "2")), sum.feeds());
        assertThat(environment.run(other, Backends.WASM).decisive()).isNotSameAs(first);
    }

    @Test
    void what_failed_is_tried_again_once_for_all_cells_that_show_it() {
        IntFunction<Map<Backend, Script>> browsers =
                started -> Map.of(Backends.WEBGPU, started == 1 ? WEBGPU.dying("first") : WEBGPU, Backends.WASM, WASM);
        ScriptedEnvironment environment = new ScriptedEnvironment(Script.right(Backends.NATIVE_CPU), browsers);
        CaseRun strict = environment.run(sum, Backends.WEBGPU);
        CaseRun chain = environment.run(sum, Backends.WEBGPU, Backends.WASM);
        CaseRun strictAgain = environment.retry(1, strict, sum);
        CaseRun chainAgain = environment.retry(1, chain, sum);
        assertThat(strictAgain.verdict()).isEqualTo(Verdict.FLAKY);
        assertThat(chainAgain.verdict()).isEqualTo(Verdict.FLAKY);
        assertThat(chainAgain.retries().get(0)).isSameAs(strictAgain.retries().get(0));
    }

    @Test
    void it_is_told_whose_attempt_a_cell_shows_and_of_none_that_it_made_itself() {
        ScriptedEnvironment environment = new ScriptedEnvironment(Map.of(Backends.WEBGPU, WEBGPU, Backends.WASM, WASM));
        CaseRun strict = environment.run(sum, Backends.WEBGPU);
        CaseRun chain = environment.run(sum, Backends.WEBGPU, Backends.WASM);
        SharedAttempts shared = new SharedAttempts(List.of(chain, strict));
        assertThat(shared.measuredIn(chain, chain.decisive())).hasValue(strict);
        assertThat(shared.measuredIn(strict, strict.decisive())).isEmpty();
        CaseRun apart = new ScriptedEnvironment(Map.of(Backends.WEBGPU, WEBGPU)).run(sum, Backends.WEBGPU);
        assertThat(new SharedAttempts(List.of(apart, chain)).measuredIn(chain, chain.decisive()))
                .as("equal in all but when it was made")
                .isEmpty();
    }
}
