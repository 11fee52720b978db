package dev.bascule.studies.scenario;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static dev.bascule.fallback.backend.Backends.OPENVINO;
import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.reference.References;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.evidence.RawEvidence.NodePlacement;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.runner.Script;
import dev.bascule.models.workload.SearchLimits;
import dev.bascule.studies.distribute.Onnx;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Backends that go wrong only while they are timed, and devices on which nothing of the model runs. */
class StrayingBackendsTest {
    private static final String CPU = "CPUExecutionProvider";
    private static final BatchSearching BATCHES = new BatchSearching(16, SearchLimits.NONE);
    private static final PrecisionSearch PRECISIONS = new PrecisionSearch(6, SearchLimits.NONE);

    /** For scripts that never become stable. */
    private static final Duration SHORT = Duration.ofMillis(200);

    @TempDir
    Path folder;

    private Duration warmUpLimit = ScriptedStage.LIMIT;

    private ScenarioFinding play(
            Scenario scenario,
            Backend backend,
            UnaryOperator<Script> usual,
            Map<Integer, UnaryOperator<Script>> scripts) {
        Acts acts = new Acts(List.of(backend), usual, scripts, Map.of());
        ScriptedStage scenarioRunner = new ScriptedStage(acts::on, Optional::empty, Side.NATIVE);
        scenarioRunner.warmUpLimit = warmUpLimit;
        scenarioRunner.references = testCase -> new References.Found.Known(WorkloadScenariosTest.twice(testCase));
        var testCase = WorkloadScenariosTest.testCase(folder);
        return scenarioRunner.play(scenario, testCase, WorkloadScenariosTest.twice(testCase), backend);
    }

    private ScenarioFinding spread(Scenario scenario, Map<Integer, UnaryOperator<Script>> scripts) {
        Acts acts = new Acts(
                List.of(NATIVE_CPU, OPENVINO),
                script -> script.computing(SpreadScenariosTest::branched),
                scripts,
                Map.of());
        ScriptedStage scenarioRunner = new ScriptedStage(acts::on, Optional::empty, Side.NATIVE);
        return scenarioRunner.play(
                scenario,
                SpreadScenariosTest.testCase(folder),
                new OutputChecker.Reference(
                        Numerics.Reference.NATIVE_CPU_UNOPTIMISED,
                        List.of(Map.of("y", Onnx.branched(SpreadScenariosTest.X)))),
                NATIVE_CPU,
                OPENVINO);
    }

    private static List<String> names(ScenarioFinding finding) {
        return finding.figures().stream().map(Figure::name).toList();
    }

    private static UnaryOperator<Script> placing(NodePlacement... nodes) {
        return script -> script.taking(1, 1.05)
                .with(new RawEvidence(
                        Optional.of("cpu"),
                        Optional.empty(),
                        List.of(),
                        List.of(nodes),
                        Map.of(),
                        List.of(),
                        Map.of()));
    }

    @Test
    void a_batch_that_goes_wrong_while_it_is_timed_is_no_candidate() {
        ScenarioFinding finding =
                play(BATCHES, NATIVE_CPU, UnaryOperator.identity(), Map.of(4, script -> script.corruptFrom(5)));

        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.WRONG);
        assertThat(finding.trouble().orElseThrow().failure().message())
                .startsWith("batch 16: timed inferences went wrong after a right first one");
        assertThat(names(finding)).contains("throughput: batch 8").doesNotContain("throughput: batch 16");
        assertThat(ScriptedStage.figure(finding, "chosen batch").value().orElseThrow())
                .isLessThan(16);
    }

    @Test
    void a_level_that_goes_wrong_while_it_is_timed_has_no_ratio() {
        ScenarioFinding finding = play(
                new OptimizationLevels(6),
                NATIVE_CPU,
                UnaryOperator.identity(),
                Map.of(1, script -> script.taking(0.5).corruptFrom(14)));

        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.WRONG);
        assertThat(finding.trouble().orElseThrow().failure().message()).startsWith("level basic: ");
        assertThat(names(finding)).contains("ratio: all").doesNotContain("ratio: basic", "latency: basic");
    }

    @Test
    void a_precision_that_goes_wrong_while_it_is_timed_is_not_chosen_although_its_judged_session_was_right() {
        ScenarioFinding finding = play(
                PRECISIONS,
                NATIVE_CPU,
                script -> script.taking(2, 2.1),
                Map.of(1, script -> script.taking(1, 1.05).corruptFrom(9)));

        assertThat(finding.notes().get(0)).startsWith("chosen: the model's own precision");
        assertThat(finding.notes())
                .anyMatch(note -> note.startsWith("fp16: rejected, its timed inferences went wrong: a later one is"));
        assertThat(names(finding)).doesNotContain("latency: fp16", "ratio: fp16");
    }

    @Test
    void a_precision_that_ran_elsewhere_is_not_chosen() {
        ScenarioFinding finding = play(
                PRECISIONS,
                OPENVINO,
                script -> script.taking(2, 2.1),
                Map.of(1, script -> script.taking(1, 1.05).placing(CPU, 4)));

        assertThat(finding.notes().get(0)).startsWith("chosen: the model's own precision");
        assertThat(finding.notes())
                .anyMatch(note -> note.startsWith("fp16: rejected, not timed on openvino: none of the 4 nodes ran on"));
        assertThat(names(finding)).doesNotContain("latency: fp16");
    }

    @Test
    void a_precision_that_the_engine_computes_in_another_is_not_chosen() {
        ScenarioFinding casts = play(
                PRECISIONS,
                NATIVE_CPU,
                script -> script.taking(2, 2.1),
                Map.of(
                        1,
                        placing(
                                new NodePlacement("a", "Add", CPU),
                                new NodePlacement("InsertedPrecisionFreeCast_a", "Cast", CPU))));
        ScenarioFinding fused = play(
                PRECISIONS,
                NATIVE_CPU,
                script -> script.taking(2, 2.1),
                Map.of(1, placing(new NodePlacement("sub", "TRTKernel_graph_0", CPU))));

        assertThat(casts.notes().get(0)).startsWith("chosen: the model's own precision");
        assertThat(casts.notes())
                .anyMatch(
                        note -> note.startsWith("fp16: rejected, nothing shows that it computed in it: 1 of 2 nodes"));
        assertThat(fused.notes())
                .anyMatch(note -> note.startsWith("fp16: rejected, nothing shows")
                        && note.endsWith("no record shows what they compute in"));
    }

    @Test
    void float16_that_was_asked_of_an_engine_and_changes_no_bit_is_not_chosen() {
        ScenarioFinding finding = play(
                PRECISIONS, NATIVE_CPU, script -> script.taking(2, 2.1), Map.of(2, script -> script.taking(1, 1.05)));

        assertThat(finding.notes().get(0)).startsWith("chosen: the model's own precision");
        assertThat(finding.notes())
                .anyMatch(note ->
                        note.startsWith("engine-fp16: rejected, nothing shows") && note.contains("bit for bit"));
    }

    @Test
    void a_batch_that_ran_elsewhere_is_no_candidate_and_one_that_did_in_part_is_told() {
        ScenarioFinding away =
                play(BATCHES, OPENVINO, UnaryOperator.identity(), Map.of(4, script -> script.placing(CPU, 4)));
        ScenarioFinding partly = play(
                BATCHES,
                OPENVINO,
                UnaryOperator.identity(),
                Map.of(4, script -> script.placing(Map.of(CPU, 1, "OpenVINOExecutionProvider", 3))));
        ScenarioFinding sound = play(BATCHES, OPENVINO, UnaryOperator.identity(), Map.of());

        assertThat(names(away)).contains("throughput: batch 8").doesNotContain("throughput: batch 16");
        assertThat(away.notes())
                .anyMatch(note -> note.startsWith("batch 16 failed: OPERATOR_UNSUPPORTED: none of the 4"));
        assertThat(partly.partial()).isTrue();
        assertThat(partly.notes()).anyMatch(note -> note.startsWith("batch 16: 3 of 4 nodes there"));
        assertThat(sound.partial()).isFalse();
    }

    @Test
    void a_tie_is_measured_again_in_turn_and_a_better_batch_wins_it() {
        // Noisy while each is alone, so that intervals overlap; in turn, batch 2 takes as long as batch 1.
        UnaryOperator<Script> noisy = script -> script.taking(1, 3, 1.2, 2.8);
        warmUpLimit = SHORT;
        ScenarioFinding finding = play(
                new BatchSearching(2, SearchLimits.NONE),
                NATIVE_CPU,
                script -> script.taking(1, 1.01),
                Map.of(0, noisy, 1, noisy));

        assertThat(finding.notes())
                .anyMatch(note ->
                        note.equals("measured in turn (ABBA), batch 2 is surely better after all, and is chosen"));
        assertThat(ScriptedStage.figure(finding, "chosen batch").value()).hasValue(2.0);
        assertThat(ScriptedStage.figure(finding, "time a row: batch 1 to batch 2")
                        .interval())
                .isPresent();
    }

    @Test
    void a_warm_up_that_is_not_stable_in_time_is_told() {
        warmUpLimit = SHORT;
        ScenarioFinding finding = play(
                new BatchSearching(1, SearchLimits.NONE),
                NATIVE_CPU,
                script -> script.taking(1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 377, 610, 987),
                Map.of());
        warmUpLimit = ScriptedStage.LIMIT;
        ScenarioFinding sound =
                play(new BatchSearching(1, SearchLimits.NONE), NATIVE_CPU, UnaryOperator.identity(), Map.of());

        assertThat(finding.notes()).anyMatch(note -> note.startsWith("batch 1 was not stable when its warm-up ended"));
        assertThat(sound.notes()).noneMatch(note -> note.contains("not stable"));
    }

    @Test
    void replicas_on_a_device_that_runs_none_of_it_are_no_pass_and_its_figures_say_so() {
        ScenarioFinding away = spread(new Replicas(12), Map.of(2, script -> script.placing(CPU, 4)));
        ScenarioFinding sound = spread(new Replicas(12), Map.of());

        assertThat(away.trouble().orElseThrow().verdict()).isEqualTo(Verdict.UNSUPPORTED);
        assertThat(away.trouble().orElseThrow().failure().code()).isEqualTo(ErrorCode.OPERATOR_UNSUPPORTED);
        assertThat(away.trouble().orElseThrow().failure().message()).startsWith("openvino: none of the 4 nodes ran on");
        assertThat(names(away))
                .contains("alone: cpu", "alone: openvino (0 of 4 nodes)", "together: all (not all where asked)")
                .doesNotContain("alone: openvino");
        assertThat(sound.trouble()).isEmpty();
        assertThat(names(sound)).contains("alone: openvino", "together: all");
    }

    @Test
    void a_device_of_which_nothing_shows_where_it_ran_is_not_proven() {
        ScenarioFinding finding = spread(new Replicas(12), Map.of(2, Script::withoutEvidence));

        assertThat(finding.trouble().orElseThrow().failure().code()).isEqualTo(ErrorCode.BACKEND_NOT_PROVEN);
        assertThat(names(finding)).contains("alone: openvino (not proven)");
    }

    @Test
    void a_part_of_a_split_or_a_whole_that_ran_elsewhere_is_no_pass() {
        ScenarioFinding part = spread(new Split("add", 4), Map.of(4, script -> script.placing(CPU, 2)));
        ScenarioFinding whole = spread(new Split("add", 4), Map.of(2, script -> script.placing(CPU, 4)));
        ScenarioFinding partly = spread(
                new Split("add", 4),
                Map.of(4, script -> script.placing(Map.of(CPU, 1, "OpenVINOExecutionProvider", 1))));

        assertThat(part.trouble().orElseThrow().failure().message()).startsWith("part 2 on openvino: none of the 2");
        assertThat(names(part)).contains("split: part 2 on openvino (0 of 2 nodes) computes");
        assertThat(whole.trouble().orElseThrow().failure().message()).startsWith("openvino alone: none of the 4");
        assertThat(names(whole)).contains("split: times openvino alone (0 of 4 nodes)");
        assertThat(partly.trouble()).isEmpty();
        assertThat(partly.partial()).isTrue();
    }
}
