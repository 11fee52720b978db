package dev.bascule.studies.scenario;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.OPENVINO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.BackendDevice;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.runner.Artifacts;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.distribute.Onnx;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.DoubleUnaryOperator;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Split and replicas where something goes wrong on the way: what was measured stays, no sample is lost. */
class SpreadScenariosTest {
    static final float[] X = {-5, -2, 0.5f, 7};

    @TempDir
    Path folder;

    private Optional<ScriptedStage> scenarioRunner = Optional.empty();

    @AfterEach
    void nobody_else_is_interrupted() {
        assertThat(Thread.interrupted()).isFalse();
    }

    static PreparedCase testCase(Path folder) {
        PreparedCase sum = ScriptedStage.sum("sum", 10);
        return new PreparedCase(
                sum.id(),
                sum.model(),
                Artifacts.write(folder, Onnx.branched().toByteArray(), "onnx"),
                List.of("y"),
                Map.of(),
                PreparedCase.Feeding.of(Feeds.of(Map.of("x", Tensor.floats(Shape.of(X.length), X)))),
                sum.settings(),
                PreparedCase.Answers.NONE,
                Map.of());
    }

    /** Whatever part of the model is open: all that can be made of what it is fed. */
    static Map<String, Tensor> branched(Map<String, Tensor> fed) {
        Map<String, Tensor> values = new HashMap<>(fed);
        make(values, "a", "x", x -> x + 2);
        make(values, "m", "a", a -> a * 5);
        make(values, "b", "a", Math::abs);
        make(values, "d", "b", b -> b * 2);
        if (values.containsKey("m") && values.containsKey("d")) {
            Elements.Reader d = Elements.of(values.get("d"));
            int[] next = {0};
            make(values, "y", "m", m -> m + d.at(next[0]++));
        }
        fed.keySet().forEach(values::remove);
        return values;
    }

    private static void make(Map<String, Tensor> values, String name, String of, DoubleUnaryOperator rule) {
        if (!values.containsKey(name) && values.containsKey(of)) {
            Elements.Reader from = Elements.of(values.get(of));
            float[] made = new float[X.length];
            for (int i = 0; i < made.length; i++) {
                made[i] = (float) rule.applyAsDouble(from.at(i));
            }
            values.put(name, Tensor.floats(Shape.of(made.length), made));
        }
    }

    private ScenarioFinding play(
            Scenario scenario,
            Map<Integer, UnaryOperator<Script>> scripts,
            Map<Integer, UnaryOperator<ScriptedRunner.Builder>> hooks) {
        Acts acts = new Acts(
                List.of(NATIVE_CPU, OPENVINO),
                script -> script.computing(SpreadScenariosTest::branched),
                scripts,
                hooks);
        ScriptedStage made = new ScriptedStage(acts::on, Optional::empty, Side.NATIVE);
        scenarioRunner = Optional.of(made);
        ScenarioFinding finding = made.play(
                scenario,
                testCase(folder),
                new OutputChecker.Reference(
                        Numerics.Reference.NATIVE_CPU_UNOPTIMISED, List.of(Map.of("y", Onnx.branched(X)))),
                NATIVE_CPU,
                OPENVINO);
        assertThat(made.launcher.alive()).as("nothing is left running").isZero();
        return finding;
    }

    private static List<String> names(ScenarioFinding finding) {
        return finding.figures().stream().map(Figure::name).toList();
    }

    /** A process dies, or is killed, as it begins its n-th inference. */
    private UnaryOperator<ScriptedRunner.Builder> dyingAt(int process, int time) {
        int[] seen = {0};
        return page -> page.onPhase(now -> {
            if (now.equals("infer") && ++seen[0] == time) {
                vanish(process);
            }
        });
    }

    /** The threads of the pool, not the one that measures each device alone before. */
    private static boolean isAmongTheSamples() {
        return Thread.currentThread().getName().startsWith("bascule-replica");
    }

    /** A process dies as it begins its third inference among the samples. */
    private UnaryOperator<ScriptedRunner.Builder> dyingAmongTheSamples(int process, CountDownLatch died) {
        int[] seen = {0};
        return page -> page.onPhase(now -> {
            if (now.equals("infer") && isAmongTheSamples() && ++seen[0] == 3) {
                vanish(process);
                died.countDown();
            }
        });
    }

    private void vanish(int process) {
        scenarioRunner.orElseThrow().launcher.launched().get(process).runner().vanish("the scripted process died");
    }

    /** So that the other device has its share of the samples. */
    private static UnaryOperator<ScriptedRunner.Builder> waitingFor(CountDownLatch other) {
        return page -> page.onPhase(now -> {
            if (now.equals("infer") && isAmongTheSamples()) {
                try {
                    assertThat(other.await(60, TimeUnit.SECONDS)).isTrue();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
    }

    // Split: process 0 computes what crosses, 1 and 2 have the whole, 3 and 4 a part each.

    @Test
    void a_split_is_measured_against_each_device_alone() {
        ScenarioFinding finding = play(new Split("add", 4), Map.of(), Map.of());

        assertThat(finding.trouble()).isEmpty();
        assertThat(ScriptedStage.figure(finding, "split: total").samples()).hasSize(12);
        assertThat(names(finding)).contains("split: times cpu alone", "split: times openvino alone");
    }

    @Test
    void a_searched_cut_is_predicted_and_measured() {
        ScenarioFinding finding = play(new Split("auto", 4), Map.of(), Map.of());

        assertThat(finding.trouble()).isEmpty();
        assertThat(names(finding)).contains("predicted: total", "split: total");
    }

    @Test
    void a_part_that_dies_midway_leaves_what_was_measured() {
        // Two to warm up, three a block: the second block is under way.
        ScenarioFinding finding = play(new Split("add", 4), Map.of(), Map.of(4, dyingAt(4, 7)));

        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.CRASHED);
        assertThat(finding.trouble().orElseThrow().failure().message()).startsWith("part 2 on openvino: ");
        assertThat(ScriptedStage.figure(finding, "split: total").samples()).hasSize(4);
        assertThat(ScriptedStage.figure(finding, "split: times cpu alone").interval())
                .as("a single pair of blocks has no interval")
                .isEmpty();
        assertThat(finding.notes()).contains("it ended early: 4 passages of the cut were measured by then");
    }

    @Test
    void a_device_that_is_silent_is_named() {
        ScenarioFinding finding = play(new Split("add", 4), Map.of(2, script -> script.timingOut("infer")), Map.of());

        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.TIMED_OUT);
        assertThat(finding.trouble().orElseThrow().failure().message()).startsWith("openvino alone: ");
        assertThat(names(finding)).as("nothing but the warm-up was run").isEmpty();
    }

    @Test
    void a_search_for_a_cut_that_is_stopped_says_how_far_it_came() {
        ScenarioFinding finding = play(new Split("auto", 4), Map.of(), Map.of(3, Acts.interrupting("infer", 9)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.SKIPPED);
        assertThat(finding.trouble().orElseThrow().failure().code()).isEqualTo(ErrorCode.RUN_INTERRUPTED);
        assertThat(finding.notes())
                .anyMatch(note -> note.startsWith("the search for a cut ended early; measured by then: after node "));
    }

    /** Once the parts have been held against the whole; process 5 then computes what is right for each item. */
    private static boolean isOverlapping() {
        return Thread.currentThread().getName().startsWith("bascule-stage");
    }

    @Test
    void parts_in_turn_stand_beside_parts_that_overlap() {
        ScenarioFinding finding = play(new Split("add", 4), Map.of(), Map.of());

        assertThat(finding.trouble()).isEmpty();
        for (String name : List.of("in turn: throughput", "overlapped: throughput", "overlapped: times in turn")) {
            assertThat(ScriptedStage.figure(finding, name).samples()).as(name).hasSize(4);
        }
        assertThat(ScriptedStage.figure(finding, "overlapped: times in turn").interval())
                .isPresent();
        assertThat(names(finding))
                .contains(
                        "overlapped: filling",
                        "overlapped: draining",
                        "overlapped: part 1 on cpu works",
                        "overlapped: part 2 on openvino waits for an item");
        assertThat(finding.notes())
                .anyMatch(note -> note.matches("each overlapped output was held against native CPU's of its item;"
                        + " (\\d+) of \\1 are bit for bit those in turn"));
    }

    @Test
    void a_part_that_dies_while_parts_overlap_ends_all_and_leaves_what_was_measured_before() {
        ScenarioFinding finding = play(
                new Split("add", 4),
                Map.of(),
                Map.of(
                        4,
                        page -> page.onPhase(now -> {
                            if (now.equals("infer") && isOverlapping()) {
                                vanish(4);
                            }
                        })));

        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.CRASHED);
        assertThat(finding.trouble().orElseThrow().failure().message()).startsWith("overlapped, part 2 on openvino: ");
        assertThat(names(finding)).contains("split: total").doesNotContain("overlapped: throughput");
        assertThat(finding.notes()).contains("overlapping the parts was not measured: no round came to its end");
    }

    @Test
    void negative_control_a_part_that_answers_for_another_item_while_parts_overlap_is_noticed() {
        ScenarioFinding finding = play(
                new Split("add", 4),
                Map.of(
                        4,
                        script -> script.computing(fed -> isOverlapping()
                                ? branched(Map.of("a", Tensor.floats(Shape.of(X.length), 1, 2, 3, 4)))
                                : branched(fed))),
                Map.of());

        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.WRONG);
        assertThat(finding.trouble().orElseThrow().failure().message())
                .startsWith("item 0 through the parts overlapped: ");
    }

    @Test
    void parts_that_are_stopped_while_they_overlap_keep_what_was_measured() {
        Thread own = Thread.currentThread();
        ScenarioFinding finding = play(
                new Split("add", 4),
                Map.of(),
                Map.of(
                        3,
                        page -> page.onPhase(now -> {
                            if (now.equals("infer") && isOverlapping()) {
                                own.interrupt();
                            }
                        })));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(finding.trouble().orElseThrow().failure().code()).isEqualTo(ErrorCode.RUN_INTERRUPTED);
        assertThat(names(finding)).contains("split: total");
    }

    @Test
    void negative_control_a_part_that_computes_wrong_is_noticed() {
        ScenarioFinding finding = play(new Split("add", 4), Map.of(4, script -> script.corruptFrom(1)), Map.of());

        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.WRONG);
    }

    // Replicas: process 0 makes the samples' references, 1 and 2 have the model.

    private static final int SAMPLES = 40;

    @Test
    void samples_are_shared_and_each_is_right() {
        ScenarioFinding finding = play(new Replicas(SAMPLES), Map.of(), Map.of());

        assertThat(finding.trouble()).isEmpty();
        assertThat(ScriptedStage.figure(finding, "answered: all").value()).hasValue((double) SAMPLES);
        assertThat(names(finding)).contains("alone: cpu", "alone: openvino");
    }

    @Test
    void an_index_goes_to_the_runner_and_figures_say_that_nothing_shows_which_device_it_was() {
        Acts acts = new Acts(
                List.of(NATIVE_CPU, OPENVINO),
                script -> script.computing(SpreadScenariosTest::branched),
                Map.of(),
                Map.of());
        ScriptedStage made = new ScriptedStage(acts::on, Optional::empty, Side.NATIVE);
        ScenarioFinding finding = made.play(
                new Replicas(SAMPLES),
                testCase(folder),
                new OutputChecker.Reference(
                        Numerics.Reference.NATIVE_CPU_UNOPTIMISED, List.of(Map.of("y", Onnx.branched(X)))),
                List.of(
                        new BackendDevice(OPENVINO, OptionalInt.of(0)),
                        new BackendDevice(OPENVINO, OptionalInt.of(2))));

        assertThat(finding.trouble()).isEmpty();
        assertThat(made.launcher.launched().stream()
                        .flatMap(launched -> launched.runner().jobs().stream())
                        .map(job -> job.settings().options().deviceIndex()))
                .as("the samples' reference, and a replica on each device")
                .containsExactly(OptionalInt.empty(), OptionalInt.of(0), OptionalInt.of(2));
        assertThat(names(finding)).contains("together: openvino:2 (device not shown)");
        assertThat(finding.notes())
                .anyMatch(note -> note.startsWith("openvino:2: ")
                        && note.endsWith("device 2 was asked for; no record shows that the session was there and on no"
                                + " other"));
    }

    @Test
    void a_device_that_dies_among_the_samples_loses_none() {
        CountDownLatch died = new CountDownLatch(1);
        ScenarioFinding finding =
                play(new Replicas(SAMPLES), Map.of(), Map.of(1, waitingFor(died), 2, dyingAmongTheSamples(2, died)));

        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.FLAKY);
        assertThat(finding.trouble().orElseThrow().failure().code()).isEqualTo(ErrorCode.DEVICE_LOST);
        assertThat(ScriptedStage.figure(finding, "answered: all").value()).hasValue((double) SAMPLES);
        assertThat(finding.notes()).anyMatch(note -> note.startsWith("openvino was lost after "));
    }

    @Test
    void a_device_that_dies_while_it_is_measured_alone_leaves_its_samples_to_the_other() {
        // Its second round comes after the other's two.
        AtomicBoolean otherHadItsTurn = new AtomicBoolean();
        ScenarioFinding finding = play(
                new Replicas(SAMPLES),
                Map.of(),
                Map.of(
                        1,
                        page -> page.onPhase(now -> {
                            if (now.equals("infer") && otherHadItsTurn.get()) {
                                vanish(1);
                            }
                        }),
                        2,
                        page -> page.onPhase(now -> {
                            if (now.equals("infer")) {
                                otherHadItsTurn.set(true);
                            }
                        })));

        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.FLAKY);
        assertThat(ScriptedStage.figure(finding, "answered: openvino").value()).hasValue((double) SAMPLES);
        assertThat(ScriptedStage.figure(finding, "alone: cpu (not proven)").samples())
                .hasSize(1);
        assertThat(finding.notes()).anyMatch(note -> note.startsWith("cpu was lost while it was measured alone: "));
    }

    @Test
    void a_device_that_refuses_leaves_the_rates_that_were_measured() {
        ScenarioFinding finding =
                play(new Replicas(SAMPLES), Map.of(2, script -> script.refusing("infer", "Error", "no")), Map.of());

        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.FAILED);
        assertThat(finding.trouble().orElseThrow().failure().message()).startsWith("openvino, alone: ");
        assertThat(names(finding)).containsExactly("alone: cpu");
    }

    @Test
    void with_every_device_lost_the_run_says_how_many_were_answered() {
        ScenarioFinding finding = play(
                new Replicas(SAMPLES),
                Map.of(),
                Map.of(
                        1, dyingAmongTheSamples(1, new CountDownLatch(1)),
                        2, dyingAmongTheSamples(2, new CountDownLatch(1))));

        assertThat(finding.trouble().orElseThrow().failure().code()).isEqualTo(ErrorCode.ALL_DEVICES_LOST);
        assertThat(ScriptedStage.figure(finding, "answered: all").value())
                .as("two by each")
                .hasValue(4.0);
    }

    @Test
    void replicas_that_are_stopped_keep_the_rates_that_were_measured() {
        ScenarioFinding finding = play(new Replicas(SAMPLES), Map.of(), Map.of(2, Acts.interrupting("infer", 7)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(finding.trouble().orElseThrow().failure().code()).isEqualTo(ErrorCode.RUN_INTERRUPTED);
        assertThat(names(finding)).contains("alone: cpu");
    }

    @Test
    void negative_control_an_answer_to_another_sample_is_noticed() {
        ScenarioFinding finding = play(
                new Replicas(SAMPLES),
                Map.of(
                        2,
                        script -> script.computing(fed -> branched(Map.of("x", Tensor.floats(Shape.of(X.length), X))))),
                Map.of());

        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.WRONG);
    }
}
