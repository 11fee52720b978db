package dev.bascule.execution.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.runner.Script;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class IsolatedRunnerTest {
    private static final Duration LIMIT = Duration.ofSeconds(9);
    private static final Failure NO_DISPLAY = Failure.of(ErrorCode.RUNNER_CRASHED, "there is no display");
    private static final Script RIGHT = Script.right(Backends.WASM);

    private static ScriptedSupply supply(Script... scripts) {
        return new ScriptedSupply(Backends.WASM, scripts);
    }

    private static Reply<CheckedSession> open(IsolatedRunner runner) {
        return runner.open(Jobs.sum(Backends.WASM), LIMIT);
    }

    @Test
    void nothing_starts_before_it_is_needed_and_one_process_serves_job_after_job() {
        ScriptedSupply supply = supply(RIGHT);
        IsolatedRunner runner = new IsolatedRunner(supply);
        assertThat(runner.isRunning()).isFalse();
        assertThat(supply.started()).isZero();
        assertThat(runner.run(Jobs.sum(Backends.WASM), LIMIT).result()).isPresent();
        assertThat(runner.run(Jobs.sum(Backends.WASM), LIMIT).result()).isPresent();
        assertThat(supply.started()).isEqualTo(1);
        assertThat(supply.process(0).runner().jobs()).hasSize(2);
    }

    @Test
    void a_run_brings_the_first_outputs_and_leaves_no_session_open() {
        ScriptedSupply supply = supply(RIGHT);
        SessionResult result = new IsolatedRunner(supply)
                .run(Jobs.sum(Backends.WASM), LIMIT)
                .result()
                .orElseThrow();
        assertThat(result.outputs().steps()).containsExactly(Jobs.RIGHT);
        assertThat(result.closing().evidence()).isPresent();
        assertThat(supply.process(0).runner().openSessions()).isZero();
    }

    @Test
    void one_that_does_not_start_says_why_and_is_lost_to_whoever_opens_a_model() {
        ScriptedSupply supply = supply(RIGHT);
        supply.refusal = Optional.of(NO_DISPLAY);
        IsolatedRunner runner = new IsolatedRunner(supply);
        assertThat(runner.start()).contains(NO_DISPLAY);
        assertThat(open(runner)).isEqualTo(new Reply.Failed<>(new Fault.Lost("launch", "there is no display")));
        assertThat(runner.isRunning()).isFalse();
        supply.refusal = Optional.empty();
        assertThat(open(runner).result()).isPresent();
    }

    @Test
    void a_mere_refusal_at_opening_costs_no_process() {
        ScriptedSupply supply = supply(RIGHT.refusing("create", "Error", "no kernel for Foo"));
        IsolatedRunner runner = new IsolatedRunner(supply);
        assertThat(open(runner)).isInstanceOf(Reply.Failed.class);
        assertThat(runner.isRunning()).isTrue();
        assertThat(supply.process(0).wasKilled()).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"fetch", "create", "first"})
    void what_is_silent_while_a_model_is_opened_is_killed_and_the_next_job_gets_another(String phase) {
        ScriptedSupply supply = supply(RIGHT.timingOut(phase), RIGHT);
        IsolatedRunner runner = new IsolatedRunner(supply);
        assertThat(((Reply.Failed<CheckedSession>) open(runner)).fault()).isEqualTo(new Fault.TimedOut(phase, LIMIT));
        assertThat(supply.process(0).wasKilled()).isTrue();
        assertThat(supply.released).containsExactly(supply.process(0));
        assertThat(open(runner).result()).isPresent();
        assertThat(supply.started()).isEqualTo(2);
    }

    @Test
    void what_was_poisoned_by_a_model_is_killed_though_it_answers() {
        ScriptedSupply supply = supply(RIGHT.poisoning("first", "RuntimeError", "unreachable"), RIGHT);
        IsolatedRunner runner = new IsolatedRunner(supply);
        assertThat(open(runner)).isInstanceOf(Reply.Failed.class);
        assertThat(runner.isRunning()).isFalse();
        assertThat(supply.process(0).wasKilled()).isTrue();
        assertThat(open(runner).result()).isPresent();
    }

    @Test
    void a_question_that_takes_no_session_is_settled_alike() {
        ScriptedSupply supply = supply(RIGHT);
        IsolatedRunner runner = new IsolatedRunner(supply);
        Fault.Refused refused = new Fault.Refused("preprocess", "Error", "no such file", Optional.empty(), Phases.NONE);
        assertThat(runner.ask(live -> new Reply.Failed<>(refused))).isEqualTo(new Reply.Failed<>(refused));
        assertThat(runner.isRunning()).isTrue();
        runner.ask(live -> new Reply.Failed<>(new Fault.TimedOut("memory", LIMIT)));
        assertThat(runner.isRunning()).isFalse();
        assertThat(supply.process(0).wasKilled()).isTrue();
    }

    @Test
    void a_session_that_learns_late_of_its_runners_end_leaves_the_one_that_took_its_place() {
        ScriptedSupply supply = supply(RIGHT);
        IsolatedRunner runner = new IsolatedRunner(supply);
        CheckedSession old = open(runner).result().orElseThrow();
        runner.close();
        runner.start();
        assertThat(old.finish()).isInstanceOf(Reply.Failed.class);
        assertThat(runner.isRunning()).isTrue();
        assertThat(supply.process(1).wasKilled()).isFalse();
        assertThat(open(runner).result()).isPresent();
        assertThat(supply.started()).isEqualTo(2);
    }

    @Test
    void recycling_starts_what_was_not_running_and_replaces_what_was() {
        ScriptedSupply supply = supply(RIGHT);
        IsolatedRunner runner = new IsolatedRunner(supply);
        assertThat(runner.recycle()).isEmpty();
        assertThat(runner.recycle()).isEmpty();
        assertThat(supply.started()).isEqualTo(2);
        assertThat(supply.released).containsExactly(supply.process(0));
        supply.refusal = Optional.of(NO_DISPLAY);
        assertThat(runner.recycle()).contains(NO_DISPLAY);
        assertThat(runner.isRunning()).isFalse();
    }

    @Test
    void a_kill_reaches_a_process_that_is_just_being_started() {
        ScriptedSupply supply = supply(RIGHT);
        IsolatedRunner runner = new IsolatedRunner(supply);
        supply.whileStarting = runner::kill;
        runner.start();
        assertThat(supply.process(0).wasKilled()).isTrue();
        assertThat(((Reply.Failed<CheckedSession>) open(runner)).fault()).isInstanceOf(Fault.Lost.class);
    }

    @Test
    void closing_gives_the_process_back_once_and_kills_nothing() {
        ScriptedSupply supply = supply(RIGHT);
        IsolatedRunner runner = new IsolatedRunner(supply);
        runner.start();
        runner.close();
        runner.close();
        assertThat(supply.released).hasSize(1);
        assertThat(supply.process(0).wasKilled()).isFalse();
        assertThat(supply.alive()).isZero();
        assertThat(runner.memory()).isEmpty();
        assertThat(runner.internals()).isEmpty();
    }
}
