package dev.bascule.fallback.runner;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.job.SessionEnd;
import dev.bascule.fallback.job.StreamReport;
import dev.bascule.fallback.job.StreamRequest;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ScriptedRunnerTest {
    private static final Duration LIMIT = Duration.ofSeconds(9);
    private static final Backend WEBNN = Backends.WEBNN;

    @Test
    void it_runs_right_and_ships_an_unchanged_output_once() {
        RunnerSession session = open(Script.right(WEBNN).taking(2, 3)).result().orElseThrow();
        assertThat(session.firstOutputs().all())
                .singleElement()
                .satisfies(output -> assertThat(output.tensor()).isEqualTo(Tensor.floats(Shape.of(2), 11, 22)));
        Block block = session.measure(BlockRequest.ofIterations(3, LIMIT), LIMIT)
                .result()
                .orElseThrow();
        assertThat(block.samples().millis()).containsExactly(2, 3, 2);
        assertThat(block.newOutputs().all()).isEmpty();
    }

    @Test
    void a_block_goes_on_until_its_time_is_reached_and_no_longer_than_allowed() {
        RunnerSession session = open(Script.right(WEBNN).taking(4)).result().orElseThrow();
        assertThat(size(session, new BlockRequest(1, Duration.ofMillis(10), LIMIT)))
                .isEqualTo(3);
        assertThat(size(session, new BlockRequest(100, Duration.ZERO, Duration.ofMillis(8))))
                .isEqualTo(2);
    }

    @Test
    void a_corruption_comes_at_its_inference_and_is_shipped_as_a_new_output() {
        RunnerSession session =
                open(Script.right(WEBNN).corruptFrom(3)).result().orElseThrow();
        Block block = session.measure(BlockRequest.ofIterations(10, LIMIT), LIMIT)
                .result()
                .orElseThrow();
        assertThat(block.newOutputs().all())
                .singleElement()
                .satisfies(output -> assertThat(output.iteration()).isEqualTo(3));
    }

    @Test
    void a_refusal_leaves_it_alive() {
        ScriptedRunner runner = runner(Script.right(WEBNN).refusing("create", "Error", "unreachable"));
        assertThat(fault(runner.open(job(), LIMIT))).isInstanceOf(Fault.Refused.class);
        assertThat(runner.isGone()).isFalse();
    }

    @Test
    void a_time_out_tells_the_callers_limit_and_leaves_it_lost() {
        ScriptedRunner runner = runner(Script.right(WEBNN).timingOut("first"));
        assertThat(fault(runner.open(job(), LIMIT))).isEqualTo(new Fault.TimedOut("first", LIMIT));
        assertThat(fault(runner.open(job(), LIMIT))).isInstanceOf(Fault.Lost.class);
    }

    @Test
    void a_death_while_measuring_leaves_it_lost() {
        RunnerSession session =
                open(Script.right(WEBNN).dying("measure")).result().orElseThrow();
        assertThat(fault(session.measure(BlockRequest.ofIterations(1, LIMIT), LIMIT)))
                .isInstanceOf(Fault.Lost.class);
        assertThat(fault(session.finish(LIMIT))).isInstanceOf(Fault.Lost.class);
    }

    @Test
    void a_missing_backend_says_why_and_refuses() {
        ScriptedRunner runner = runner(Script.missing("no navigator.ml"));
        assertThat(runner.probe().backend("webnn")).hasValueSatisfying(report -> {
            assertThat(report.status()).isEqualTo(BackendStatus.MISSING);
            assertThat(report.reason()).contains("no navigator.ml");
        });
        assertThat(fault(runner.open(job(), LIMIT))).isInstanceOf(Fault.Refused.class);
    }

    @Test
    void state_is_carried_and_reset_when_the_steps_wrap() {
        Tensor one = Tensor.floats(Shape.of(1), 1);
        Feeds feeds = new Feeds(
                Map.of("x", List.of(one, one, one), "state", List.of(Tensor.floats(Shape.of(1), 0))),
                Map.of("state", "sum"));
        Job job = new Job("1", WEBNN, model(), feeds, List.of("sum"), SessionSettings.defaults());
        RunnerSession session =
                runner(Script.right(WEBNN)).open(job, LIMIT).result().orElseThrow();
        assertThat(session.firstOutputs().all())
                .extracting(output -> output.tensor().data().getFloat(0))
                .containsExactly(1f, 2f, 3f);
        assertThat(session.measure(BlockRequest.ofIterations(7, LIMIT), LIMIT)
                        .result()
                        .orElseThrow()
                        .newOutputs()
                        .all())
                .isEmpty();
    }

    @Test
    void a_lie_keeps_the_claim_and_shows_another_record() {
        RunnerSession session = open(Script.right(WEBNN).placing("CPUExecutionProvider", 3))
                .result()
                .orElseThrow();
        SessionEnd closing = session.finish(LIMIT).result().orElseThrow();
        assertThat(closing.evidence()).hasValueSatisfying(raw -> {
            assertThat(raw.granted()).contains("webnn");
            assertThat(raw.placements())
                    .hasSize(3)
                    .allMatch(node -> node.provider().equals("CPUExecutionProvider"));
        });
    }

    @Test
    void a_launcher_counts_what_is_left_behind() {
        ScriptedLauncher launcher = ScriptedLauncher.of(number -> runner(Script.right(WEBNN)));
        Launcher.Launch launch = launcher.launch(
                (name, locator) -> {
                    throw new AssertionError("a scripted runner needs no invitation");
                },
                LIMIT);
        assertThat(launcher.alive()).isEqualTo(1);
        ((Launcher.Launch.Started) launch).launched().kill();
        assertThat(launcher.alive()).isZero();
        assertThat(launcher.launched().get(0).wasKilled()).isTrue();
    }

    @Test
    void a_phase_that_does_not_exist_is_no_script() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> Script.right(WEBNN).dying("lunch"));
    }

    @Test
    void a_poisoned_runner_says_so_and_opens_nothing_more() {
        ScriptedRunner runner = runner(Script.right(WEBNN).poisoning("measure", "RuntimeError", "unreachable"));
        RunnerSession session = runner.open(job(), LIMIT).result().orElseThrow();
        assertThat(fault(session.measure(BlockRequest.ofIterations(1, LIMIT), LIMIT)))
                .isInstanceOfSatisfying(Fault.Refused.class, refused -> {
                    assertThat(refused.poisoned()).contains("unreachable");
                    assertThat(refused.evidence()).isPresent();
                });
        assertThat(fault(runner.open(job(), LIMIT)))
                .isInstanceOfSatisfying(
                        Fault.Refused.class,
                        refused -> assertThat(refused.poisoned()).contains("unreachable"));
    }

    @Test
    void a_model_that_keeps_up_drops_no_frame_and_a_slower_one_does() {
        StreamReport quick = stream(Script.right(WEBNN).taking(20));
        assertThat(quick.dropped()).isZero();
        assertThat(quick.realTimeFactor()).isLessThan(1);
        assertThat(quick.latency().totalMillis()).isEqualTo(20.0 * quick.frames());

        StreamReport slow = stream(Script.right(WEBNN).taking(80));
        assertThat(slow.dropped()).isPositive();
        assertThat(slow.processed() + slow.dropped()).isEqualTo(slow.frames());
        assertThat(slow.realTimeFactor()).isGreaterThan(1);
    }

    private static StreamReport stream(Script script) {
        return open(script).result().orElseThrow().stream(
                        StreamRequest.realTime(model(), 50, 2, "x", Duration.ofSeconds(4)), LIMIT)
                .result()
                .orElseThrow();
    }

    private static int size(RunnerSession session, BlockRequest request) {
        return session.measure(request, LIMIT).result().orElseThrow().samples().size();
    }

    private static Reply<RunnerSession> open(Script script) {
        return runner(script).open(job(), LIMIT);
    }

    private static ScriptedRunner runner(Script script) {
        return ScriptedRunner.named("page").on(WEBNN, script).build();
    }

    private static Job job() {
        Feeds feeds =
                Feeds.of(Map.of("x", Tensor.floats(Shape.of(2), 1, 2), "state", Tensor.floats(Shape.of(2), 10, 20)));
        return new Job("1", WEBNN, model(), feeds, List.of("sum"), SessionSettings.defaults());
    }

    private static ModelArtifact model() {
        return new ModelArtifact("0".repeat(64), 1, Path.of("model.onnx"));
    }

    private static Fault fault(Reply<?> reply) {
        return ((Reply.Failed<?>) reply).fault();
    }
}
