package dev.bascule.studies.scenario;

import static dev.bascule.fallback.backend.Backends.NATIVE_CPU;
import static org.assertj.core.api.Assertions.assertThat;

import ai.onnx.proto.OnnxMl.GraphProto;
import ai.onnx.proto.OnnxMl.ModelProto;
import ai.onnx.proto.OnnxMl.NodeProto;
import ai.onnx.proto.OnnxMl.OperatorSetIdProto;
import ai.onnx.proto.OnnxMl.TensorProto;
import ai.onnx.proto.OnnxMl.TensorShapeProto;
import ai.onnx.proto.OnnxMl.TypeProto;
import ai.onnx.proto.OnnxMl.ValueInfoProto;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.reference.References;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Side;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.runner.Artifacts;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.models.workload.SearchLimits;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Searches over batch, precision and levels where something goes wrong on the way: what was measured stays. */
class WorkloadScenariosTest {
    private static final BatchSearching BATCHES = new BatchSearching(16, SearchLimits.NONE);

    @TempDir
    Path folder;

    private Optional<ScriptedStage> scenarioRunner = Optional.empty();

    @AfterEach
    void nobody_else_is_interrupted() {
        assertThat(Thread.interrupted()).isFalse();
    }

    private static ValueInfoProto pair(String name) {
        return ValueInfoProto.newBuilder()
                .setName(name)
                .setType(TypeProto.newBuilder()
                        .setTensorType(TypeProto.Tensor.newBuilder()
                                .setElemType(DType.FLOAT32.onnx())
                                .setShape(TensorShapeProto.newBuilder()
                                        .addDim(TensorShapeProto.Dimension.newBuilder()
                                                .setDimParam("batch"))
                                        .addDim(TensorShapeProto.Dimension.newBuilder()
                                                .setDimValue(2)))))
                .build();
    }

    private static NodeProto add(String one, String other, String sum) {
        return NodeProto.newBuilder()
                .setName(sum)
                .setOpType("Add")
                .addInput(one)
                .addInput(other)
                .addOutput(sum)
                .build();
    }

    /** {@code sum = x + y + 0}, of two columns and any number of rows. */
    static PreparedCase testCase(Path folder) {
        ModelProto model = ModelProto.newBuilder()
                .setIrVersion(8)
                .addOpsetImport(OperatorSetIdProto.newBuilder().setVersion(13))
                .setGraph(GraphProto.newBuilder()
                        .setName("sum")
                        .addInput(pair("x"))
                        .addInput(pair("y"))
                        .addInitializer(TensorProto.newBuilder()
                                .setName("zero")
                                .setDataType(DType.FLOAT32.onnx())
                                .addDims(2)
                                .addFloatData(0)
                                .addFloatData(0))
                        .addNode(add("x", "y", "both"))
                        .addNode(add("both", "zero", "sum"))
                        .addOutput(pair("sum")))
                .build();
        PreparedCase sum = ScriptedStage.sum("sum", 10);
        Tensor x = Tensor.floats(Shape.of(1, 2), 1, 2);
        return sum.withArtifact(Artifacts.write(folder, model.toByteArray(), "onnx"))
                .withFeeds(sum.id(), Feeds.of(Map.of("x", x, "y", x)));
    }

    static OutputChecker.Reference twice(PreparedCase testCase) {
        Tensor x = testCase.feeds().step(0).get("x");
        Elements.Reader values = Elements.of(x);
        float[] sum = new float[Math.toIntExact(x.shape().elements())];
        for (int i = 0; i < sum.length; i++) {
            sum[i] = (float) (2 * values.at(i));
        }
        return new OutputChecker.Reference(
                Numerics.Reference.NATIVE_CPU_UNOPTIMISED, List.of(Map.of("sum", Tensor.floats(x.shape(), sum))));
    }

    private ScenarioFinding play(
            Scenario scenario,
            UnaryOperator<Script> usual,
            Map<Integer, UnaryOperator<Script>> scripts,
            Map<Integer, UnaryOperator<ScriptedRunner.Builder>> hooks) {
        Acts acts = new Acts(List.of(NATIVE_CPU), usual, scripts, hooks);
        ScriptedStage made = new ScriptedStage(acts::on, Optional::empty, Side.NATIVE);
        made.references = testCase -> new References.Found.Known(twice(testCase));
        scenarioRunner = Optional.of(made);
        PreparedCase testCase = testCase(folder);
        ScenarioFinding finding = made.play(scenario, testCase, twice(testCase), NATIVE_CPU);
        assertThat(made.launcher.alive()).as("nothing is left running").isZero();
        return finding;
    }

    private ScenarioFinding play(Scenario scenario, Map<Integer, UnaryOperator<Script>> scripts) {
        return play(scenario, UnaryOperator.identity(), scripts, Map.of());
    }

    private static List<String> names(ScenarioFinding finding) {
        return finding.figures().stream().map(Figure::name).toList();
    }

    // Batches: processes are started for 1, 2, 4, 8, 16 in turn, then for those between.

    @Test
    void with_nothing_in_its_way_the_largest_batch_of_equal_latency_is_chosen() {
        ScenarioFinding finding =
                play(BATCHES, script -> script.taking(1.00003, 0.99996, 1.00001, 0.99998, 1.00002), Map.of(), Map.of());

        assertThat(finding.trouble()).isEmpty();
        assertThat(ScriptedStage.figure(finding, "chosen batch").value()).hasValue(16.0);
        assertThat(ScriptedStage.figure(finding, "throughput: batch 16").interval())
                .isPresent();
    }

    @Test
    void a_batch_that_runs_out_of_memory_ends_the_doubling_and_the_gap_is_halved() {
        ScenarioFinding finding =
                play(BATCHES, Map.of(3, script -> script.refusing("create", "RuntimeException", "std::bad_alloc")));

        assertThat(finding.trouble()).isEmpty();
        assertThat(ScriptedStage.figure(finding, "chosen batch").value()).hasValue(7.0);
        assertThat(names(finding)).contains("throughput: batch 6").doesNotContain("throughput: batch 8");
        assertThat(finding.notes())
                .anyMatch(note -> note.startsWith("batch 8 failed for memory: OUT_OF_MEMORY"))
                .anyMatch(note -> note.startsWith("doubling ended at batch 8"));
    }

    @Test
    void a_process_that_dies_while_it_measures_costs_its_batch_only() {
        ScenarioFinding finding = play(BATCHES, Map.of(2, script -> script.dying("measure")));

        assertThat(finding.trouble()).isEmpty();
        assertThat(ScriptedStage.figure(finding, "chosen batch").value()).hasValue(3.0);
        assertThat(finding.notes()).anyMatch(note -> note.startsWith("batch 4 failed: RUNNER_CRASHED"));
    }

    @Test
    void where_no_batch_answers_in_time_the_verdict_says_so() {
        ScenarioFinding finding = play(BATCHES, script -> script.timingOut("first"), Map.of(), Map.of());

        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.TIMED_OUT);
        assertThat(finding.trouble().orElseThrow().failure().code()).isEqualTo(ErrorCode.ATTEMPT_TIMED_OUT);
        assertThat(finding.trouble().orElseThrow().failure().message()).startsWith("batch 1: ");
        assertThat(names(finding)).noneMatch(name -> name.startsWith("throughput"));
    }

    @Test
    void negative_control_a_batch_whose_outputs_are_wrong_makes_the_search_wrong() {
        ScenarioFinding finding = play(BATCHES, Map.of(1, script -> script.corruptFrom(0)));

        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.WRONG);
        assertThat(finding.trouble().orElseThrow().failure().message()).startsWith("batch 2: ");
        assertThat(names(finding)).contains("throughput: batch 1").doesNotContain("throughput: batch 2");
    }

    @Test
    void a_search_that_is_stopped_keeps_the_batches_before() {
        ScenarioFinding finding =
                play(BATCHES, UnaryOperator.identity(), Map.of(), Map.of(2, Acts.interrupting("measure", 1)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(finding.trouble().orElseThrow().failure().code()).isEqualTo(ErrorCode.RUN_INTERRUPTED);
        assertThat(names(finding))
                .contains("throughput: batch 1", "throughput: batch 2")
                .doesNotContain("throughput: batch 8");
        assertThat(finding.notes().get(0)).startsWith("stopped by the user");
    }

    // Levels: process 0 rewrites nothing, then basic, extended and all stand beside it.

    @Test
    void levels_are_told_apart_and_a_level_that_dies_costs_itself() {
        ScenarioFinding finding = play(
                new OptimizationLevels(6),
                script -> script.taking(2, 2.1),
                Map.of(1, script -> script.taking(1, 1.05), 2, script -> script.dying("measure")),
                Map.of());

        assertThat(ScriptedStage.figure(finding, "ratio: basic").value().orElseThrow())
                .isBetween(0.4, 0.6);
        assertThat(names(finding)).contains("ratio: all", "latency: disabled").doesNotContain("ratio: extended");
        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.CRASHED);
        assertThat(finding.trouble().orElseThrow().failure().message()).startsWith("level extended: ");
    }

    @Test
    void a_base_that_dies_is_named_and_nobody_else_is_blamed() {
        ScenarioFinding finding = play(
                new OptimizationLevels(6),
                UnaryOperator.identity(),
                Map.of(),
                Map.of(0, page -> dyingAt(page, "measure", 12)));

        assertThat(finding.trouble().orElseThrow().failure().message()).startsWith("level disabled: ");
        assertThat(names(finding)).contains("ratio: basic");
        assertThat(finding.notes()).noneMatch(note -> note.contains("too quick for the clock"));
    }

    @Test
    void levels_that_are_stopped_keep_what_was_compared() {
        ScenarioFinding finding = play(
                new OptimizationLevels(6),
                UnaryOperator.identity(),
                Map.of(),
                Map.of(2, Acts.interrupting("measure", 4)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(finding.trouble().orElseThrow().failure().code()).isEqualTo(ErrorCode.RUN_INTERRUPTED);
        assertThat(names(finding)).contains("ratio: basic").doesNotContain("ratio: extended");
    }

    // Precision: process 0 is the model's own, then fp16 and engine-fp16; int8 cannot be made of a sum.

    @Test
    void a_precision_that_is_surely_faster_and_right_is_chosen() {
        ScenarioFinding finding = play(
                new PrecisionSearch(6, SearchLimits.NONE),
                script -> script.taking(2, 2.1),
                Map.of(1, script -> script.taking(1, 1.05)),
                Map.of());

        assertThat(finding.trouble()).isEmpty();
        assertThat(finding.notes().get(0)).startsWith("chosen: fp16");
        assertThat(finding.notes()).anyMatch(note -> note.startsWith("int8: not made"));
    }

    @Test
    void negative_control_a_faster_precision_that_is_wrong_is_not_chosen() {
        ScenarioFinding finding = play(
                new PrecisionSearch(6, SearchLimits.NONE),
                script -> script.taking(2, 2.1),
                Map.of(1, script -> script.taking(1, 1.05).corruptFrom(0)),
                Map.of());

        assertThat(finding.notes().get(0)).startsWith("chosen: the model's own precision");
        assertThat(finding.notes()).anyMatch(note -> note.startsWith("fp16: rejected, "));
    }

    @Test
    void a_precision_whose_process_dies_or_is_silent_is_rejected_for_that_and_not_called_unsupported() {
        ScenarioFinding finding = play(
                new PrecisionSearch(6, SearchLimits.NONE),
                script -> script.taking(2, 2.1),
                Map.of(1, script -> script.dying("measure"), 2, script -> script.timingOut("create")),
                Map.of());

        assertThat(finding.trouble()).isEmpty();
        assertThat(finding.notes())
                .anyMatch(note -> note.startsWith("fp16: rejected, it did not run to its end: RUNNER_CRASHED"))
                .anyMatch(
                        note -> note.startsWith("engine-fp16: rejected, it did not run to its end: ATTEMPT_TIMED_OUT"));
    }

    @Test
    void where_the_models_own_precision_dies_nothing_is_chosen_and_nobody_else_is_blamed() {
        ScenarioFinding finding = play(
                new PrecisionSearch(6, SearchLimits.NONE),
                UnaryOperator.identity(),
                Map.of(),
                Map.of(0, page -> dyingAt(page, "measure", 6)));

        assertThat(finding.trouble().orElseThrow().verdict()).isEqualTo(Verdict.CRASHED);
        assertThat(finding.notes().get(0)).startsWith("nothing is chosen");
        assertThat(finding.notes())
                .anyMatch(note -> note.startsWith("fp16: not timed, for the model's own"))
                .anyMatch(note -> note.startsWith("engine-fp16: not tried"))
                .noneMatch(note -> note.contains("rejected"));
    }

    @Test
    void a_search_for_a_precision_that_is_stopped_keeps_what_was_compared_and_chooses_nothing() {
        ScenarioFinding finding = play(
                new PrecisionSearch(6, SearchLimits.NONE),
                script -> script.taking(2, 2.1),
                Map.of(1, script -> script.taking(1, 1.05)),
                Map.of(2, Acts.interrupting("measure", 3)));

        assertThat(Thread.interrupted()).isTrue();
        assertThat(finding.trouble().orElseThrow().failure().code()).isEqualTo(ErrorCode.RUN_INTERRUPTED);
        assertThat(names(finding)).contains("ratio: fp16").doesNotContain("ratio: engine-fp16");
        assertThat(finding.notes().get(0)).startsWith("nothing is chosen");
    }

    /** The first process dies as a phase begins there for the n-th time. */
    private ScriptedRunner.Builder dyingAt(ScriptedRunner.Builder page, String phase, int time) {
        int[] seen = {0};
        return page.onPhase(now -> {
            if (now.equals(phase) && ++seen[0] == time) {
                scenarioRunner.orElseThrow().launcher.launched().get(0).runner().vanish("the scripted process died");
            }
        });
    }
}
