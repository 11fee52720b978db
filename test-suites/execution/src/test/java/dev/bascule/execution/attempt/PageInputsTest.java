package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.PipelineLimit;
import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.EndToEnd;
import dev.bascule.fallback.job.PipelineFeed;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A page runs on what its own pipeline makes, and that is judged: {@code sum = x + y}, where x comes from a pipeline. */
@Tag("red-team")
class PageInputsTest {
    private static final String PCM = "pcm";
    private static final float[] X = {1, 2, 3, 4};

    @Test
    void a_page_runs_on_what_it_made_itself_and_its_outputs_are_held_against_what_is_right_for_that() {
        Attempt attempt = attempt(made(1, 2, 3, 4.00005f), 1e-4);
        assertThat(attempt.failure()).isEmpty();
        assertThat(attempt.numerics().orElseThrow().difference().maxAbs()).isZero();
        assertThat(attempt.evidence().facts())
                .containsEntry("inputs.by", "page")
                .hasEntrySatisfying(
                        "pipeline.maxAbsFromHost", off -> assertThat(off).startsWith("5.0"))
                .hasEntrySatisfying(
                        "pipeline.answerFromHost",
                        off -> assertThat(Double.parseDouble(off)).isBetween(4e-5, 6e-5))
                .hasEntrySatisfying(
                        "pipeline.answerLimit", limit -> assertThat(limit).contains("0.0002"));
    }

    @Test
    void a_page_that_makes_the_hosts_bytes_needs_no_second_reference() {
        ScriptedEnvironment environment = environment(request -> made(X));
        Attempt attempt = environment.attempt(ScriptedEnvironment.sum(pipeline(1e-4, true)), Backends.WASM);
        assertThat(attempt.succeeded()).isTrue();
        assertThat(attempt.evidence().facts()).doesNotContainKey("pipeline.answerFromHost");
    }

    @Test
    void inputs_beyond_the_limit_are_wrong_though_the_model_is_right_on_them() {
        assertThat(wrong(attempt(made(1, 2, 4, 3), 1e-4)))
                .isEqualTo("the page's own input pipeline makes other inputs: off by 1.00, where the test says 1.0E-4");
    }

    @Test
    void a_tensor_that_is_missing_or_of_another_shape_or_type_is_wrong_before_the_model_runs() {
        Map<String, Tensor> longs = Map.of(PCM, Tensor.longs(Shape.of(4), 1, 2, 3, 4));
        for (Map<String, Tensor> made : List.of(Map.<String, Tensor>of(), made(1, 2, 3), longs)) {
            Attempt attempt = attempt(made, 1e-4);
            assertThat(wrong(attempt)).contains("makes other inputs");
            assertThat(attempt.measured().timing()).isEmpty();
        }
    }

    @Test
    void an_answer_that_moves_further_than_inputs_within_their_limit_move_it_is_wrong() {
        // Only where x differs in one place alone, which no move of all of it does.
        Script edge = Script.right(Backends.NATIVE_CPU).computing(PageInputsTest::edge);
        ScriptedEnvironment environment = new ScriptedEnvironment(
                edge,
                number -> Map.of(Backends.WASM, Script.right(Backends.WASM).computing(PageInputsTest::edge)),
                Optional.of(request -> made(1, 2, 3, 4.00005f)));
        Attempt attempt = environment.attempt(ScriptedEnvironment.sum(pipeline(1e-4, true)), Backends.WASM);
        assertThat(wrong(attempt)).contains("moves the output 'sum' by", "where inputs within their limit move it by");
    }

    /** Zeros, and a large number where the last element is not four, but the first is one. */
    private static Map<String, Tensor> edge(Map<String, Tensor> inputs) {
        Tensor x = inputs.get("x");
        float first = x == null ? 0 : x.data().getFloat(0);
        float last = x == null ? 0 : x.data().getFloat(12);
        return Map.of("sum", Tensor.floats(Shape.of(2), first == 1 && last != 4 ? 1000 : 1, last));
    }

    @Test
    void a_pipeline_that_throws_is_a_failed_cell() {
        Script page = Script.right(Backends.WASM).refusing("preprocess", "EncodingError", "no such image");
        ScriptedEnvironment environment = new ScriptedEnvironment(
                Script.right(Backends.NATIVE_CPU),
                number -> Map.of(Backends.WASM, page),
                Optional.of(request -> made(X)));
        Attempt attempt = environment.attempt(ScriptedEnvironment.sum(pipeline(1e-4, true)), Backends.WASM);
        assertThat(attempt.outcome()).isEqualTo(Outcome.FAILED);
        assertThat(attempt.failure()).hasValueSatisfying(failure -> {
            assertThat(failure.code()).isEqualTo(ErrorCode.PIPELINE_WRONG);
            assertThat(failure.message()).contains("failed: no such image");
        });
    }

    @Test
    void with_inputs_by_the_host_no_page_is_asked_and_none_is_timed_from_its_file() {
        ScriptedEnvironment environment = environment(request -> made(9, 9, 9, 9));
        Attempt attempt = environment.attempt(ScriptedEnvironment.sum(pipeline(1e-4, false)), Backends.WASM);
        assertThat(attempt.succeeded()).isTrue();
        assertThat(attempt.evidence().facts()).doesNotContainKey("inputs.by");
        assertThat(attempt.measured().endToEnd()).isEmpty();
    }

    @Test
    void a_pipeline_that_fails_once_its_inputs_were_right_costs_the_times_and_no_verdict() {
        Script page = Script.right(Backends.WASM).refusing("endToEnd", "TypeError", "Failed to fetch");
        ScriptedEnvironment environment = new ScriptedEnvironment(
                Script.right(Backends.NATIVE_CPU),
                number -> Map.of(Backends.WASM, page),
                Optional.of(request -> made(X)));
        Attempt attempt = environment.attempt(ScriptedEnvironment.sum(pipeline(1e-4, true)), Backends.WASM);
        assertThat(attempt.succeeded()).isTrue();
        assertThat(attempt.measured().endToEnd()).isEmpty();
        assertThat(attempt.evidence().notes()).contains("not timed from the file to the outputs: Failed to fetch");
    }

    @Test
    void a_value_that_is_no_number_is_told_as_such() {
        assertThat(wrong(attempt(made(1, 2, Float.NaN, 4), 1e-4))).endsWith("makes other inputs: a value is no number");
    }

    @Test
    void the_users_clock_is_measured_in_the_page_and_what_comes_of_it_is_checked() {
        Attempt right = attempt(made(X), 1e-4);
        assertThat(right.measured().endToEnd()).hasValueSatisfying(known -> {
            assertThat(known.size()).isEqualTo(ScriptedEnvironment.PLAN.timing().minIterations());
            assertThat(known.share(EndToEnd.Step.INFERENCE)).contains(0.5);
            assertThat(known.answer()).contains("3 100.0 %");
        });
        // Right when the page is asked for its inputs, wrong on the way to the outputs.
        Deque<Map<String, Tensor>> turns = new ArrayDeque<>(List.of(made(X)));
        ScriptedEnvironment turning = environment(request -> turns.isEmpty() ? made(1, 2, 3, 40) : turns.remove());
        Attempt attempt = turning.attempt(ScriptedEnvironment.sum(pipeline(1e-4, true)), Backends.WASM);
        assertThat(wrong(attempt)).contains("from its file to its outputs", "outside the tolerance");
        assertThat(attempt.measured().endToEnd()).isEmpty();
    }

    @Test
    void what_is_wrong_in_the_session_is_no_fault_of_the_way_from_the_file_and_has_no_times_there() {
        Script page =
                Script.right(Backends.WASM).computing(inputs -> Map.of("sum", Tensor.floats(Shape.of(4), 9, 9, 9, 9)));
        ScriptedEnvironment environment = new ScriptedEnvironment(
                Script.right(Backends.NATIVE_CPU),
                number -> Map.of(Backends.WASM, page),
                Optional.of(request -> made(X)));
        Attempt attempt = environment.attempt(ScriptedEnvironment.sum(pipeline(1e-4, true)), Backends.WASM);
        assertThat(attempt.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(attempt.failure().map(Failure::code)).contains(ErrorCode.NUMERICS_WRONG);
        assertThat(attempt.measured().endToEnd()).isEmpty();
    }

    private static String wrong(Attempt attempt) {
        assertThat(attempt.outcome()).isEqualTo(Outcome.WRONG);
        assertThat(attempt.failure().map(Failure::code)).contains(ErrorCode.PIPELINE_WRONG);
        return attempt.failure().orElseThrow().message();
    }

    private static Attempt attempt(Map<String, Tensor> page, double limit) {
        return environment(request -> page).attempt(ScriptedEnvironment.sum(pipeline(limit, true)), Backends.WASM);
    }

    private static ScriptedEnvironment environment(Function<PipelineRequest, Map<String, Tensor>> page) {
        return new ScriptedEnvironment(
                Script.right(Backends.NATIVE_CPU),
                number -> Map.of(Backends.WASM, Script.right(Backends.WASM)),
                Optional.of(page));
    }

    private static CasePipeline pipeline(double limit, boolean byPage) {
        return pipeline(new PipelineLimit(limit, "the test says " + limit), byPage);
    }

    private static CasePipeline pipeline(PipelineLimit limit, boolean byPage) {
        return new CasePipeline(
                new PipelineRequest("p", new PipelineSpec.Audio(PCM, 16_000, 2, 80), Map.of(), Optional.empty()),
                made(X),
                limit,
                List.of(new PipelineFeed(PCM, "x", List.of(4L), Optional.empty())),
                Optional.of(new AnswerSpec.Classes("sum", true, 1, List.of())),
                byPage);
    }

    private static Map<String, Tensor> made(float... values) {
        return Map.of(PCM, Tensor.floats(Shape.of(values.length), values));
    }
}
