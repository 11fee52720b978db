package dev.bascule.execution.attempt;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.cases.PublishedSet;
import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.CheckCoverage;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.Outcome;
import dev.bascule.fallback.attempt.OutputChecker.Reference;
import dev.bascule.fallback.attempt.UnjudgedOutput;
import dev.bascule.fallback.attempt.UnjudgedOutput.Why;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.evidence.EvidenceJudge;
import dev.bascule.fallback.evidence.RawEvidence;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.suites.setting.ReferenceKind;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** References that show nothing, or not enough: no target fails by them, and none passes. */
@Tag("red-team")
class NotJudgedCasesTest {
    private static final Shape FOUR = Shape.of(4);
    private static final Tensor SUM = Tensor.floats(FOUR, 11, 22, 33, 44);

    private static Attempt attempt(Script.Inference model, PreparedCase testCase) {
        return attempt(model, model, testCase);
    }

    private static Attempt attempt(Script.Inference reference, Script.Inference target, PreparedCase testCase) {
        Script nativeCpu = Script.right(Backends.NATIVE_CPU).computing(reference);
        Script wasm = Script.right(Backends.WASM).computing(target);
        return new ScriptedEnvironment(nativeCpu, Map.of(Backends.WASM, wasm)).attempt(testCase, Backends.WASM);
    }

    private static Script.Inference giving(Tensor tensor) {
        return inputs -> Map.of("sum", tensor);
    }

    private static PreparedCase with(List<String> outputs, Optional<Reference> expected, List<PublishedSet> sets) {
        PreparedCase sum = ScriptedEnvironment.sum();
        return new PreparedCase(
                sum.id(),
                sum.model(),
                sum.artifact(),
                outputs,
                Map.of(),
                PreparedCase.Feeding.of(sum.feeds()),
                sum.settings(),
                new PreparedCase.Answers(expected, sets, ReferenceKind.CPU),
                sum.notes());
    }

    private static Script.Inference sumAnd(String name, Script.Inference more) {
        return inputs -> {
            Map<String, Tensor> outputs = new HashMap<>(more.run(inputs));
            outputs.put(name, outputs.remove("sum"));
            outputs.put("sum", sum(inputs));
            return outputs;
        };
    }

    private static Tensor sum(Map<String, Tensor> inputs) {
        float[] sum = new float[Math.toIntExact(inputs.get("x").shape().elements())];
        for (int i = 0; i < sum.length; i++) {
            sum[i] = inputs.get("x").data().getFloat(4 * i)
                    + inputs.get("y").data().getFloat(4 * i);
        }
        return Tensor.floats(inputs.get("x").shape(), sum);
    }

    private static Script.Inference random(long seed) {
        Random lots = new Random(seed);
        return inputs -> Map.of("sum", Tensor.floats(FOUR, lots.nextFloat(), lots.nextFloat(), lots.nextFloat(), 1));
    }

    private static void isNotJudged(Attempt attempt, ErrorCode code, String words) {
        assertThat(attempt.outcome()).isEqualTo(Outcome.NOT_JUDGED);
        assertThat(Verdict.of(attempt.outcome())).isEqualTo(Verdict.SKIPPED);
        assertThat(attempt.failure().map(Failure::code)).contains(code);
        assertThat(attempt.failure().orElseThrow().message()).contains(words);
        assertThat(attempt.measured().timing()).isEmpty();
    }

    @Test
    void a_right_attempt_tells_what_it_rests_on() {
        Attempt attempt = new ScriptedEnvironment(Map.of(Backends.WASM, Script.right(Backends.WASM)))
                .attempt(ScriptedEnvironment.sum(), Backends.WASM);
        assertThat(attempt.numerics().orElseThrow().checked()).contains(new CheckCoverage(4, 1, 1, 1, 0, List.of()));
    }

    @Test
    void a_model_that_draws_lots_is_wrong_on_no_target_and_right_on_none() {
        isNotJudged(
                attempt(random(1), random(2), ScriptedEnvironment.sum()),
                ErrorCode.OUTPUTS_NOT_JUDGEABLE,
                "'sum': the reference differs from itself on the same inputs");
    }

    @Test
    void an_output_that_draws_lots_beside_one_that_does_not_is_flagged_and_the_other_judged() {
        PreparedCase testCase = with(List.of("sum", "noise"), Optional.empty(), List.of());
        Attempt right = attempt(sumAnd("noise", random(1)), sumAnd("noise", random(2)), testCase);
        assertThat(right.outcome()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(right.numerics().orElseThrow().checked())
                .contains(new CheckCoverage(4, 1, 1, 1, 0, List.of(new UnjudgedOutput("noise", Why.UNREPEATABLE))));
        Attempt wrong = attempt(
                sumAnd("noise", random(1)),
                inputs -> Map.of("sum", Tensor.floats(FOUR, 11, 22, 33, 45), "noise", SUM),
                testCase);
        assertThat(wrong.outcome()).as("the one that can be judged is").isEqualTo(Outcome.WRONG);
    }

    @Test
    void published_outputs_of_a_model_that_draws_lots_are_not_judged_either() {
        PreparedCase sum = with(
                List.of("sum"),
                Optional.of(new Reference(Numerics.Reference.EXPECTED_OUTPUT, List.of(Map.of("sum", SUM)))),
                List.of());
        PreparedCase testCase = new PreparedCase(
                sum.id(),
                new ModelInfo(
                        "dropout",
                        sum.model().sha256(),
                        1,
                        sum.model().family(),
                        "unknown",
                        Map.of("ai.onnx", 13L),
                        Map.of("Dropout", 1),
                        0),
                sum.artifact(),
                sum.outputs(),
                Map.of(),
                PreparedCase.Feeding.of(sum.feeds()),
                sum.settings(),
                PreparedCase.Answers.of(sum.answers().expected()),
                sum.notes());
        isNotJudged(attempt(random(1), random(2), testCase), ErrorCode.OUTPUTS_NOT_JUDGEABLE, "the model has Dropout");
    }

    @Test
    void outputs_of_nothing_of_nan_of_infinities_and_of_one_value_whatever_the_inputs_are_not_judged() {
        float nan = Float.NaN;
        isNotJudged(
                attempt(giving(Tensor.floats(Shape.of(0, 4), new float[0])), ScriptedEnvironment.sum()),
                ErrorCode.OUTPUTS_NOT_JUDGEABLE,
                "no element");
        isNotJudged(
                attempt(giving(Tensor.floats(FOUR, nan, nan, nan, nan)), ScriptedEnvironment.sum()),
                ErrorCode.OUTPUTS_NOT_JUDGEABLE,
                "NaN");
        float infinite = Float.POSITIVE_INFINITY;
        isNotJudged(
                attempt(
                        giving(Tensor.floats(FOUR, infinite, infinite, -infinite, infinite)),
                        ScriptedEnvironment.sum()),
                ErrorCode.OUTPUTS_NOT_JUDGEABLE,
                "infinite");
        isNotJudged(
                attempt(giving(Tensor.floats(FOUR, 0, 0, 0, 0)), ScriptedEnvironment.sum()),
                ErrorCode.OUTPUTS_NOT_JUDGEABLE,
                "the same, whatever the inputs");
    }

    @Test
    void negative_control_an_output_of_one_value_that_other_inputs_change_is_judged() {
        Script.Inference greatest = inputs -> {
            float sum = inputs.get("x").data().getFloat(0);
            return Map.of("sum", Tensor.floats(FOUR, sum, sum, sum, sum));
        };
        assertThat(attempt(greatest, ScriptedEnvironment.sum()).outcome()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(attempt(giving(Tensor.floats(Shape.of(1), 7)), ScriptedEnvironment.sum())
                        .outcome())
                .as("a single element may stay what it is")
                .isEqualTo(Outcome.SUCCEEDED);
    }

    @Test
    void a_reference_that_refuses_says_so_of_itself_and_one_that_dies_is_a_failure() {
        Script wasm = Script.right(Backends.WASM);
        Script refuses = Script.right(Backends.NATIVE_CPU).refusing("create", "OrtException", "no such locale");
        isNotJudged(
                new ScriptedEnvironment(refuses, Map.of(Backends.WASM, wasm))
                        .attempt(ScriptedEnvironment.sum(), Backends.WASM),
                ErrorCode.REFERENCE_UNAVAILABLE,
                "native CPU, the reference, does not run it: ");
        Script dies = Script.right(Backends.NATIVE_CPU).dying("create");
        assertThat(new ScriptedEnvironment(dies, Map.of(Backends.WASM, wasm))
                        .attempt(ScriptedEnvironment.sum(), Backends.WASM)
                        .outcome())
                .isEqualTo(Outcome.FAILED);
    }

    @Test
    void a_case_that_cannot_be_judged_ends_its_chain_and_is_not_tried_again() {
        Script nativeCpu = Script.right(Backends.NATIVE_CPU).computing(random(1));
        Script there = Script.right(Backends.WASM).computing(random(2));
        ScriptedEnvironment environment =
                new ScriptedEnvironment(nativeCpu, Map.of(Backends.WEBGPU, there, Backends.WASM, there));
        CaseRun run = environment.runAndRetry(2, ScriptedEnvironment.sum(), Backends.WEBGPU, Backends.WASM);
        assertThat(run.verdict()).isEqualTo(Verdict.SKIPPED);
        assertThat(run.attempts()).hasSize(1);
        assertThat(run.retries()).isEmpty();
    }

    @Test
    void an_output_that_was_not_published_is_judged_by_the_native_cpu_and_not_passed_over() {
        Optional<Reference> published =
                Optional.of(new Reference(Numerics.Reference.EXPECTED_OUTPUT, List.of(Map.of("sum", SUM))));
        PreparedCase testCase = with(List.of("sum", "twice"), published, List.of());
        Script.Inference right = inputs -> Map.of("sum", SUM, "twice", Tensor.floats(FOUR, 22, 44, 66, 88));
        Attempt whole = attempt(right, testCase);
        assertThat(whole.outcome()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(whole.numerics().orElseThrow().checked().orElseThrow().outputs())
                .isEqualTo(2);
        Script.Inference wrong = inputs -> Map.of("sum", SUM, "twice", Tensor.floats(FOUR, 0, 44, 66, 88));
        assertThat(attempt(right, wrong, testCase).outcome()).isEqualTo(Outcome.WRONG);
        Script.Inference lies = inputs -> Map.of("sum", Tensor.floats(FOUR, 1, 1, 1, 2), "twice", SUM);
        assertThat(attempt(lies, lies, testCase).outcome())
                .as("what was published goes before the native CPU")
                .isEqualTo(Outcome.WRONG);
        assertThat(attempt(right, inputs -> Map.of("sum", SUM), testCase).outcome())
                .isEqualTo(Outcome.WRONG);
    }

    private static PublishedSet set(String name, Shape shape, float... x) {
        float[] y = new float[x.length];
        float[] expected = new float[x.length];
        for (int i = 0; i < x.length; i++) {
            y[i] = 10 * x[i];
            expected[i] = 11 * x[i];
        }
        return new PublishedSet(
                name,
                Feeds.of(Map.of("x", Tensor.floats(shape, x), "y", Tensor.floats(shape, y))),
                Map.of("sum", Tensor.floats(shape, expected)));
    }

    private static PreparedCase published(PublishedSet... sets) {
        return with(
                List.of("sum"),
                Optional.of(new Reference(Numerics.Reference.EXPECTED_OUTPUT, List.of(sets[0].expected()))),
                List.of(sets));
    }

    @Test
    void every_published_set_is_judged_and_counted_also_one_of_another_shape() {
        PreparedCase testCase = published(
                set("test_data_set_0", FOUR, 1, 2, 3, 4),
                set("test_data_set_1", FOUR, 5, 6, 7, 8),
                set("test_data_set_2", Shape.of(2), 9, 10));
        Script.Inference right = inputs -> Map.of("sum", sum(inputs));
        Attempt attempt = attempt(right, testCase);
        assertThat(attempt.outcome()).as("%s", attempt.failure()).isEqualTo(Outcome.SUCCEEDED);
        assertThat(attempt.numerics().orElseThrow().checked()).contains(new CheckCoverage(10, 1, 3, 1, 3, List.of()));
    }

    /** The page that learned the first set by heart. */
    @Test
    void a_target_that_is_right_on_the_first_set_alone_is_wrong() {
        PreparedCase alike =
                published(set("test_data_set_0", FOUR, 1, 2, 3, 4), set("test_data_set_1", FOUR, 5, 6, 7, 8));
        assertThat(attempt(inputs -> Map.of("sum", sum(inputs)), giving(SUM), alike)
                        .outcome())
                .isEqualTo(Outcome.WRONG);
        PreparedCase other =
                published(set("test_data_set_0", FOUR, 1, 2, 3, 4), set("test_data_set_1", Shape.of(2), 5, 6));
        assertThat(attempt(inputs -> Map.of("sum", sum(inputs)), giving(SUM), other)
                        .outcome())
                .isEqualTo(Outcome.WRONG);
    }

    @Test
    void a_set_that_the_target_refuses_is_its_failure() {
        PreparedCase testCase =
                published(set("test_data_set_0", FOUR, 1, 2, 3, 4), set("test_data_set_1", FOUR, 5, 6, 7, 8));
        Script refuses = Script.right(Backends.WASM).refusing("infer", "Error", "no more");
        Attempt attempt = new ScriptedEnvironment(Map.of(Backends.WASM, refuses)).attempt(testCase, Backends.WASM);
        assertThat(attempt.outcome()).isEqualTo(Outcome.FAILED);
    }

    @Test
    void where_the_engine_computed_everything_beforehand_nothing_is_timed_on_any_target() {
        RawEvidence left = new RawEvidence(
                Optional.of("cpu"),
                Optional.empty(),
                List.of(),
                List.of(),
                Map.of(),
                List.of(),
                Map.of(EvidenceJudge.NODES_LEFT, "0"));
        List<Attempt> attempts = new ArrayList<>();
        Script right = Script.right(Backends.WASM).with(left);
        attempts.add(new ScriptedEnvironment(Map.of(Backends.WASM, right))
                .attempt(ScriptedEnvironment.sum(), Backends.WASM));
        Script nativeRight = Script.right(Backends.NATIVE_CPU).with(left);
        attempts.add(new ScriptedEnvironment(nativeRight, Map.of(Backends.WASM, right))
                .run(ScriptedEnvironment.sum(), Backends.NATIVE_CPU)
                .decisive());
        attempts.forEach(one -> isNotJudged(one, ErrorCode.NOTHING_LEFT_TO_RUN, "nothing is left to run"));
    }

    @Test
    void a_model_without_a_node_is_not_run() {
        PreparedCase sum = ScriptedEnvironment.sum();
        PreparedCase testCase = new PreparedCase(
                sum.id(),
                new ModelInfo(
                        "none",
                        sum.model().sha256(),
                        1,
                        sum.model().family(),
                        "unknown",
                        Map.of("ai.onnx", 13L),
                        Map.of(),
                        0),
                sum.artifact(),
                sum.outputs(),
                Map.of(),
                PreparedCase.Feeding.of(sum.feeds()),
                sum.settings(),
                PreparedCase.Answers.NONE,
                sum.notes());
        isNotJudged(attempt(giving(SUM), testCase), ErrorCode.NOTHING_LEFT_TO_RUN, "the model has no node");
    }
}
