package dev.bascule.fallback.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.driver.SessionSettings;
import dev.bascule.fallback.job.Block;
import dev.bascule.fallback.job.BlockRequest;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.Job;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Outputs;
import dev.bascule.fallback.numerics.RoundingRule;
import dev.bascule.fallback.numerics.Tolerance;
import dev.bascule.fallback.runner.RunnerSession;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.runner.ScriptedRunner;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("red-team")
class OutputCheckerTest {
    private static final Duration LIMIT = Duration.ofSeconds(9);
    private static final Tensor RIGHT = Tensor.floats(Shape.of(3), 11, 22, 33);

    @Test
    void right_outputs_are_right_and_every_inference_counts() {
        Numerics numerics = after(Script.right(Backends.WASM), 50);
        assertThat(numerics.ok()).isTrue();
        assertThat(numerics.checkedIterations()).isEqualTo(51);
        assertThat(numerics.difference().maxAbs()).isZero();
        assertThat(numerics.reference()).isEqualTo(Numerics.Reference.EXPECTED_OUTPUT);
        assertThat(numerics.tolerance()).isEqualTo(Tolerance.of(DType.FLOAT32, 7));
    }

    /** The negative control of the product's promise: fast and wrong is wrong, however late. */
    @Test
    void one_corrupted_element_in_one_late_iteration_is_wrong() {
        Numerics numerics = after(Script.right(Backends.WASM).corruptFrom(50), 50);
        assertThat(numerics.ok()).isFalse();
        assertThat(numerics.difference().outside()).isEqualTo(1);
        assertThat(numerics.difference().worst()).hasValueSatisfying(worst -> {
            assertThat(worst.output()).isEqualTo("sum");
            assertThat(worst.index()).isEqualTo(2);
            assertThat(worst.expected()).isEqualTo("33.0");
        });
    }

    @Test
    void a_corrupted_reference_makes_a_right_runner_wrong() {
        OutputChecker checker = checker(Map.of("sum", Tensor.floats(Shape.of(3), 11, 22, 33.001f)));
        checker.check(outputs("sum", 0, RIGHT), 1);
        assertThat(checker.result().ok()).isFalse();
    }

    @Test
    void a_later_right_output_does_not_wash_off_a_wrong_one() {
        OutputChecker checker = checker(Map.of("sum", RIGHT));
        checker.check(outputs("sum", 0, Tensor.floats(Shape.of(3), 0, 0, 0)), 1);
        checker.check(outputs("sum", 0, RIGHT), 1);
        assertThat(checker.result().ok()).isFalse();
    }

    @Test
    void a_missing_output_is_wrong() {
        OutputChecker checker = checker(Map.of("sum", RIGHT, "other", RIGHT));
        Outputs first = outputs("sum", 0, RIGHT);
        checker.requireAll(first);
        checker.check(first, 1);
        assertThat(checker.result().ok()).isFalse();
        assertThat(checker.result().difference().worst())
                .hasValueSatisfying(worst -> assertThat(worst.output()).isEqualTo("other"));
    }

    @Test
    void a_missing_step_is_wrong() {
        OutputChecker checker = new OutputChecker(new OutputChecker.Reference(
                Numerics.Reference.NATIVE_CPU_UNOPTIMISED,
                List.of(Map.of("sum", RIGHT), Map.of("sum", RIGHT)),
                RoundingRule.ofDepth(7)));
        checker.requireAll(outputs("sum", 0, RIGHT));
        assertThat(checker.result().ok()).isFalse();
    }

    @Test
    void each_step_has_its_own_reference() {
        Tensor second = Tensor.floats(Shape.of(3), 1, 2, 3);
        OutputChecker checker = new OutputChecker(new OutputChecker.Reference(
                Numerics.Reference.NATIVE_CPU_UNOPTIMISED,
                List.of(Map.of("sum", RIGHT), Map.of("sum", second)),
                RoundingRule.ofDepth(7)));
        checker.check(outputs("sum", 0, RIGHT), 1);
        checker.check(outputs("sum", 1, second), 1);
        assertThat(checker.result().ok()).isTrue();
        checker.check(outputs("sum", 1, RIGHT), 1);
        assertThat(checker.result().ok()).isFalse();
    }

    @Test
    void nothing_compared_is_not_right() {
        assertThat(checker(Map.of("sum", RIGHT)).result().ok()).isFalse();
        OutputChecker other = checker(Map.of("sum", RIGHT));
        other.check(outputs("another", 0, RIGHT), 1);
        assertThat(other.result().ok()).isFalse();
    }

    @Test
    void an_output_that_is_rightly_empty_is_right() {
        Tensor none = Tensor.floats(Shape.of(0, 4), new float[0]);
        OutputChecker checker = checker(Map.of("boxes", none));
        checker.requireAll(outputs("boxes", 0, none));
        checker.check(outputs("boxes", 0, none), 1);
        assertThat(checker.result().ok()).isTrue();
    }

    @Test
    void an_output_of_a_step_beyond_the_reference_is_wrong_and_its_inference_unchecked() {
        OutputChecker checker = checker(Map.of("sum", RIGHT));
        checker.check(outputs("sum", 0, RIGHT), 1);
        checker.check(outputs("sum", 7, RIGHT), 20);
        assertThat(checker.result().ok()).isFalse();
        assertThat(checker.result().checkedIterations()).isEqualTo(20);
        assertThat(checker.result().difference().worst())
                .hasValueSatisfying(worst -> assertThat(worst.expected()).contains("no such output at step 8 of 1"));
    }

    @Test
    void an_output_by_another_name_is_wrong() {
        OutputChecker checker = checker(Map.of("sum", RIGHT));
        checker.check(outputs("sum", 0, RIGHT), 1);
        checker.check(outputs("another", 0, RIGHT), 1);
        assertThat(checker.result().ok()).isFalse();
    }

    @Test
    void a_verdict_tells_what_it_rests_on_each_value_once() {
        OutputChecker checker = checker(Map.of("sum", RIGHT, "boxes", Tensor.floats(Shape.of(0, 4), new float[0])));
        checker.fed(Feeds.of(Map.of("x", RIGHT)), 1);
        checker.fed(Feeds.of(Map.of("x", RIGHT)), 0);
        checker.check(outputs("sum", 0, RIGHT), 1);
        checker.check(outputs("sum", 0, RIGHT), 50);
        checker.check(outputs("boxes", 0, Tensor.floats(Shape.of(0, 4), new float[0])), 1);
        assertThat(checker.result().checked())
                .contains(new CheckCoverage(
                        3, 1, 1, 1, 1, List.of(new UnjudgedOutput("boxes", UnjudgedOutput.Why.EMPTY))));
        assertThat(checker.rests().judgedShare()).isEqualTo(0.5);
    }

    @Test
    void nothing_but_an_empty_output_shows_nothing() {
        Tensor none = Tensor.floats(Shape.of(0, 4), new float[0]);
        OutputChecker checker = checker(Map.of("boxes", none));
        checker.fed(Feeds.of(Map.of("x", RIGHT)), 0);
        checker.check(outputs("boxes", 0, none), 1);
        assertThat(checker.rests().showsSomething()).isFalse();
        assertThat(checker.rests().judgedShare()).isZero();
    }

    @Test
    void what_the_reference_gives_otherwise_each_time_is_not_compared_and_must_be_there() {
        OutputChecker.Reference reference = new OutputChecker.Reference(
                Numerics.Reference.NATIVE_CPU_UNOPTIMISED,
                List.of(Map.of("sum", RIGHT, "noise", RIGHT)),
                List.of(new UnjudgedOutput("noise", UnjudgedOutput.Why.UNREPEATABLE)),
                RoundingRule.ofDepth(7));
        OutputChecker checker = new OutputChecker(reference);
        checker.check(outputs("sum", 0, RIGHT), 1);
        checker.check(outputs("noise", 0, Tensor.floats(Shape.of(3), 0, 0, 0)), 1);
        assertThat(checker.result().ok()).isTrue();
        checker.requireAll(outputs("sum", 0, RIGHT));
        assertThat(checker.result().ok()).isFalse();
    }

    @Test
    void a_further_set_is_judged_and_counted_and_an_output_that_it_does_not_get_is_wrong() {
        OutputChecker checker = checker(Map.of("sum", RIGHT));
        checker.fed(Feeds.of(Map.of("x", RIGHT)), 1);
        checker.check(outputs("sum", 0, RIGHT), 1);
        Tensor other = Tensor.floats(Shape.of(3), 1, 2, 3);
        checker.checkSet("test_data_set_1", Map.of("x", other), Map.of("sum", other), Map.of("sum", other));
        assertThat(checker.result().ok()).isTrue();
        assertThat(checker.rests()).isEqualTo(new CheckCoverage(6, 1, 2, 1, 2, List.of()));
        checker.checkSet("test_data_set_2", Map.of("x", RIGHT), Map.of("sum", RIGHT), Map.of());
        assertThat(checker.result().ok()).isFalse();
    }

    @Test
    void an_output_of_another_shape_is_wrong() {
        OutputChecker checker = checker(Map.of("sum", RIGHT));
        checker.check(outputs("sum", 0, Tensor.floats(Shape.of(1, 3), 11, 22, 33)), 1);
        assertThat(checker.result().ok()).isFalse();
    }

    @Test
    void the_laxest_tolerance_used_is_the_one_told() {
        Tensor half = Tensor.of(DType.FLOAT16, Shape.of(1), new byte[2]);
        Tensor whole = Tensor.longs(Shape.of(1), 4);
        OutputChecker checker = checker(Map.of("half", half, "whole", whole));
        checker.check(outputs("half", 0, half), 1);
        checker.check(outputs("whole", 0, whole), 1);
        assertThat(checker.result().tolerance()).isEqualTo(Tolerance.of(DType.FLOAT16, 7));
    }

    private static Numerics after(Script script, int iterations) {
        ScriptedRunner runner =
                ScriptedRunner.named("page").on(Backends.WASM, script).build();
        Feeds feeds = Feeds.of(
                Map.of("x", Tensor.floats(Shape.of(3), 1, 2, 3), "state", Tensor.floats(Shape.of(3), 10, 20, 30)));
        ModelArtifact model = new ModelArtifact("0".repeat(64), 1, Path.of("model.onnx"));
        Job job = new Job("1", Backends.WASM, model, feeds, List.of("sum"), SessionSettings.defaults());
        RunnerSession session = runner.open(job, LIMIT).result().orElseThrow();
        OutputChecker checker = checker(Map.of("sum", RIGHT));
        checker.requireAll(session.firstOutputs());
        checker.check(session.firstOutputs(), 1);
        Block block = session.measure(BlockRequest.ofIterations(iterations, LIMIT), LIMIT)
                .result()
                .orElseThrow();
        checker.check(block.newOutputs(), block.samples().size());
        return checker.result();
    }

    private static OutputChecker checker(Map<String, Tensor> expected) {
        return new OutputChecker(new OutputChecker.Reference(
                Numerics.Reference.EXPECTED_OUTPUT, List.of(expected), RoundingRule.ofDepth(7)));
    }

    private static Outputs outputs(String name, int step, Tensor tensor) {
        return new Outputs(List.of(new Outputs.Output(name, step, step, tensor)));
    }
}
