package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.fallback.answer.AnswerSpec;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A model of three scores that says which is the highest: its pipeline makes 1 of the place that the text names. */
@Tag("red-team")
class LabelledAnswersTest {
    private static final Shape THREE = Shape.of(3);
    private static final AnswerSpec LARGEST = new AnswerSpec.Classes("y", true, 1, List.of("a", "b", "c"));
    private static final PreparedCase CASE = AnsweringCases.of("x", THREE, "pcm", request("0"), LARGEST);

    @Test
    void right_answers_are_counted_and_a_model_that_does_not_know_blames_no_target() {
        ScenarioFinding finding = play(12, 12, LabelledAnswersTest::same);
        assertThat(finding.trouble()).isEmpty();
        // Each fourth label is another's.
        assertThat(ScriptedStage.figure(finding, "right answers").value()).contains(0.75);
        assertThat(ScriptedStage.figure(finding, "McNemar's exact p").value()).contains(1.0);
        assertThat(ScriptedStage.figure(finding, "right answers with labels shuffled")
                        .value()
                        .orElseThrow())
                .isLessThan(0.75);
        assertThat(finding.notes())
                .anySatisfy(note -> assertThat(note).contains("sample 4 is 'b', and the model says 'a'"));
    }

    @Test
    void negative_control_a_target_that_says_anything_else_than_native_cpu_is_wrong() {
        ScenarioFinding finding = play(12, 12, inputs -> Map.of("y", Tensor.floats(THREE, 0, 0, 1)));
        assertThat(finding.trouble()).hasValueSatisfying(why -> {
            assertThat(why.verdict()).isEqualTo(Verdict.WRONG);
            assertThat(why.failure().message()).startsWith("8 of 12 answers are not those of native CPU: sample 1");
        });
    }

    @Test
    void negative_control_where_native_cpu_breaks_down_nothing_is_called_right() {
        ScenarioFinding finding = play(
                12,
                12,
                LabelledAnswersTest::same,
                Script.right(Backends.NATIVE_CPU).dying("infer"));
        assertThat(finding.trouble()).hasValueSatisfying(why -> {
            assertThat(why.verdict()).isEqualTo(Verdict.SKIPPED);
            assertThat(why.failure().message()).startsWith("not judged: native CPU, to compare with, broke down");
        });
        assertThat(ScriptedStage.figure(finding, "right answers").value()).contains(0.75);
    }

    @Test
    void fewer_samples_than_were_asked_for_are_told_of() {
        assertThat(play(12, 24, LabelledAnswersTest::same).notes())
                .anySatisfy(note -> assertThat(note).startsWith("there are 12 different samples, and no 24"));
    }

    @Test
    void when_the_time_limit_is_over_no_further_sample_is_asked_and_that_is_said() {
        ScriptedStage stage = stage(
                12, LabelledAnswersTest::same, Script.right(Backends.NATIVE_CPU).computing(LabelledAnswersTest::same));
        stage.timeout = Duration.ofNanos(1);
        ScenarioFinding finding = stage.play(new LabelledAnswers(12), CASE, ScriptedStage.right(), Backends.WASM);
        assertThat(finding.trouble()).isEmpty();
        assertThat(ScriptedStage.figure(finding, "right answers").samples()).hasSize(1);
        assertThat(finding.figures())
                .noneSatisfy(figure -> assertThat(figure.name()).contains("shuffled"));
        assertThat(finding.notes()).anySatisfy(note -> assertThat(note).startsWith("1 of 12 samples were asked"));
    }

    @Test
    void without_samples_nothing_is_said() {
        ScenarioFinding finding = play(0, 24, LabelledAnswersTest::same);
        assertThat(finding.figures()).isEmpty();
        assertThat(finding.trouble().map(ScenarioFailure::verdict)).contains(Verdict.SKIPPED);
    }

    @Test
    void outputs_that_are_no_answer_are_wrong() {
        ScenarioFinding finding = play(3, 3, inputs -> Map.of("z", Tensor.floats(THREE, 0, 0, 1)));
        assertThat(finding.trouble()).isPresent();
        assertThat(finding.figures()).isEmpty();
    }

    private static Map<String, Tensor> same(Map<String, Tensor> inputs) {
        return Map.of("y", inputs.getOrDefault("x", Tensor.floats(THREE, 0, 0, 0)));
    }

    private static ScenarioFinding play(int samples, int wanted, Script.Inference page) {
        return play(samples, wanted, page, Script.right(Backends.NATIVE_CPU).computing(LabelledAnswersTest::same));
    }

    private static ScenarioFinding play(int samples, int wanted, Script.Inference page, Script nativeCpu) {
        return stage(samples, page, nativeCpu)
                .play(new LabelledAnswers(wanted), CASE, ScriptedStage.right(), Backends.WASM);
    }

    private static ScriptedStage stage(int samples, Script.Inference page, Script nativeCpu) {
        ScriptedStage stage = new ScriptedStage(runner -> runner.on(
                        Backends.WASM, Script.right(Backends.WASM).computing(page))
                .on(Backends.NATIVE_CPU, nativeCpu)
                .preparing(request -> {
                    float[] scores = new float[3];
                    scores[Integer.parseInt(request.text().orElseThrow())] = 5;
                    return Map.of("pcm", Tensor.floats(THREE, scores));
                }));
        List<LabelledCase> asked = IntStream.range(0, samples)
                .mapToObj(i -> new LabelledCase(
                        List.of(request(Integer.toString(i % 3))),
                        List.of("a", "b", "c").get(i % 4 == 3 ? (i + 1) % 3 : i % 3)))
                .toList();
        stage.samples = new Samples.Known(asked);
        return stage;
    }

    private static PipelineRequest request(String text) {
        return new PipelineRequest("p", new PipelineSpec.Audio("pcm", 16_000, 1, 80), Map.of(), Optional.of(text));
    }
}
