package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.PipelineLimit;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.cases.Sizing;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.PipelineFeed;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Models that pass the loudness of a frame on; the phrase is a loud frame. */
@Tag("red-team")
class HearWakeWordTest {
    private static final int NEW = 1_280;
    private static final int CONTEXT = 480;
    private static final int FRAMES = 4;
    private static final Shape SOUND = Shape.of(1, NEW + CONTEXT);

    @Test
    void a_loud_frame_is_heard_and_the_windows_of_the_models_hold_the_newest_last() {
        List<float[]> windows = new ArrayList<>();
        ScenarioFinding finding = play(
                inputs -> {
                    if (inputs.containsKey("window")) {
                        windows.add(values(inputs.get("window")));
                    }
                    return models(inputs);
                },
                followers());
        assertThat(finding.trouble()).isEmpty();
        assertThat(ScriptedStage.figure(finding, "right answers").value()).contains(0.75);
        assertThat(ScriptedStage.figure(finding, "phrases missed").value()).contains(0.0);
        assertThat(ScriptedStage.figure(finding, "woken by something else").value())
                .contains(0.5);
        assertThat(ScriptedStage.figure(finding, "McNemar's exact p").value()).contains(1.0);
        assertThat(finding.notes()).contains("sound 4 is not the phrase, and its highest score is 1.000");
        // What opening asks, silence once, then a sound that warms up: quiet, quiet, loud, quiet.
        assertThat(windows.get(1)).containsOnly(2);
        float[] third = windows.get(4);
        assertThat(Arrays.copyOfRange(third, 0, third.length - 8 * 32)).containsOnly(2);
        assertThat(Arrays.copyOfRange(third, third.length - 8 * 32, third.length))
                .containsOnly((float) Math.rint(0.5 * 32_768) / 10 + 2);
    }

    @Test
    void negative_control_a_target_that_forgets_what_it_heard_is_wrong() {
        ScenarioFinding finding = play(
                inputs -> inputs.containsKey("embeddings")
                        ? Map.of("score", Tensor.floats(Shape.of(1, 1), 0.25f))
                        : models(inputs),
                followers());
        assertThat(finding.trouble()).hasValueSatisfying(why -> {
            assertThat(why.verdict()).isEqualTo(Verdict.WRONG);
            assertThat(why.failure().message())
                    .isEqualTo("4 of 4 sounds are not heard as native CPU hears them: the highest score of sound 1 is"
                            + " 0.2500 here and 1.0000 there");
        });
    }

    @Test
    void outputs_of_another_size_are_no_answer_and_give_no_number() {
        ScenarioFinding finding = play(
                inputs -> inputs.containsKey("window")
                        ? Map.of("embedding", Tensor.floats(Shape.of(1, 3), 1, 2, 3))
                        : models(inputs),
                followers());
        assertThat(finding.trouble().map(ScenarioFailure::verdict)).contains(Verdict.WRONG);
        assertThat(finding.figures()).isEmpty();
    }

    @Test
    void negative_control_a_score_that_is_no_probability_is_wrong_on_native_cpu_as_well() {
        for (float score : new float[] {Float.NaN, Float.POSITIVE_INFINITY, -0.5f, 1.5f}) {
            ScriptedStage stage = new ScriptedStage(runner -> runner.on(
                            Backends.NATIVE_CPU,
                            Script.right(Backends.NATIVE_CPU)
                                    .computing(inputs -> inputs.containsKey("embeddings")
                                            ? Map.of("score", Tensor.floats(Shape.of(1, 1), score))
                                            : models(inputs)))
                    .preparing(request -> Map.of("pcm", sound(false))));
            stage.samples = asked();
            stage.followers = followers();
            ScenarioFinding finding =
                    stage.play(new HearWakeWord(24), mel(), ScriptedStage.right(), Backends.NATIVE_CPU);
            assertThat(finding.trouble()).as("%s", score).hasValueSatisfying(why -> {
                assertThat(why.verdict()).isEqualTo(Verdict.WRONG);
                assertThat(why.failure().message()).contains("no probability");
            });
            assertThat(finding.figures()).isEmpty();
        }
    }

    @Test
    void a_target_that_dies_says_so() {
        ScriptedStage stage = stage(
                Script.right(Backends.WASM).computing(HearWakeWordTest::models).dying("infer"));
        ScenarioFinding finding = stage.play(new HearWakeWord(24), mel(), ScriptedStage.right(), Backends.WASM);
        assertThat(finding.trouble().map(ScenarioFailure::verdict)).contains(Verdict.CRASHED);
        assertThat(finding.figures()).isEmpty();
    }

    @Test
    void without_weights_or_a_voice_nothing_is_heard_and_the_remedy_is_told() {
        Failure weights = Failure.of(ErrorCode.MODEL_NOT_FOUND, "not here", "bascule models fetch hey-jarvis");
        assertThat(play(HearWakeWordTest::models, new Followers.Absent(weights)).trouble())
                .contains(new ScenarioFailure(Verdict.SKIPPED, weights));
        Failure voice = Failure.of(ErrorCode.PART_UNAVAILABLE, "nobody speaks", "bascule install espeak-ng");
        ScriptedStage stage = stage(Script.right(Backends.WASM).computing(HearWakeWordTest::models));
        stage.samples = new Samples.Absent(voice);
        assertThat(stage.play(new HearWakeWord(24), mel(), ScriptedStage.right(), Backends.WASM)
                        .trouble())
                .contains(new ScenarioFailure(Verdict.SKIPPED, voice));
        stage.samples = asked();
        stage.followers = new Followers.Ready(List.of(mel()));
        assertThat(stage.play(new HearWakeWord(24), mel(), ScriptedStage.right(), Backends.WASM)
                        .trouble()
                        .map(ScenarioFailure::verdict))
                .contains(Verdict.SKIPPED);
    }

    private static ScenarioFinding play(Script.Inference page, Followers followers) {
        ScriptedStage stage = stage(Script.right(Backends.WASM).computing(page));
        stage.followers = followers;
        return stage.play(new HearWakeWord(24), mel(), ScriptedStage.right(), Backends.WASM);
    }

    private static ScriptedStage stage(Script page) {
        ScriptedStage stage = new ScriptedStage(runner -> runner.on(Backends.WASM, page)
                .on(Backends.NATIVE_CPU, Script.right(Backends.NATIVE_CPU).computing(HearWakeWordTest::models))
                .preparing(request ->
                        Map.of("pcm", sound(request.text().orElseThrow().equals("loud")))));
        stage.samples = asked();
        stage.followers = followers();
        return stage;
    }

    private static Samples asked() {
        return new Samples.Known(List.of(
                labelled("loud", LabelledCase.WAKE_PHRASE),
                labelled("quiet", "something else"),
                labelled("loud", LabelledCase.WAKE_PHRASE),
                labelled("loud", "something else")));
    }

    private static LabelledCase labelled(String text, String label) {
        return new LabelledCase(List.of(request(text)), label);
    }

    private static PipelineRequest request(String text) {
        return new PipelineRequest("p", new PipelineSpec.Audio("pcm", 16_000, 32, 80), Map.of(), Optional.of(text));
    }

    /** Loud in the third frame. */
    private static Tensor sound(boolean loud) {
        float[] samples = new float[FRAMES * NEW];
        if (loud) {
            Arrays.fill(samples, 2 * NEW, 3 * NEW, 0.5f);
        }
        return Tensor.floats(Shape.of(samples.length), samples);
    }

    /** Its last sample, all over; the first and the last value of that window; whether the newest is loud. */
    private static Map<String, Tensor> models(Map<String, Tensor> inputs) {
        if (inputs.containsKey("sound")) {
            float[] frames = new float[8 * 32];
            Arrays.fill(frames, last(inputs.get("sound")));
            return Map.of("mel", Tensor.floats(Shape.of(1, 1, 8, 32), frames));
        }
        if (inputs.containsKey("window")) {
            float[] embedding = new float[96];
            Arrays.fill(embedding, last(inputs.get("window")));
            return Map.of("embedding", Tensor.floats(Shape.of(1, 1, 1, 96), embedding));
        }
        return Map.of("score", Tensor.floats(Shape.of(1, 1), last(inputs.get("embeddings")) > 100 ? 1 : 0));
    }

    private static float last(Tensor tensor) {
        float[] all = values(tensor);
        return all[all.length - 1];
    }

    private static float[] values(Tensor tensor) {
        Elements.Reader elements = Elements.of(tensor);
        float[] values = new float[Math.toIntExact(tensor.shape().elements())];
        for (int i = 0; i < values.length; i++) {
            values[i] = (float) elements.at(i);
        }
        return values;
    }

    private static Followers followers() {
        return new Followers.Ready(List.of(
                plain("window", Shape.of(1, 76, 32, 1), "embedding"),
                plain("embeddings", Shape.of(1, 16, 96), "score")));
    }

    private static PreparedCase plain(String input, Shape shape, String output) {
        return of(input, shape, output, Optional.empty());
    }

    private static PreparedCase mel() {
        CasePipeline pipeline = new CasePipeline(
                request("quiet"),
                Map.of("pcm", sound(false)),
                new PipelineLimit(Double.POSITIVE_INFINITY, "a test's"),
                List.of(new PipelineFeed(
                        "pcm", "sound", SOUND.dims(), Optional.of(new PipelineFeed.Frame(NEW, CONTEXT)))),
                Optional.empty(),
                true);
        return of("sound", SOUND, "mel", Optional.of(pipeline));
    }

    private static PreparedCase of(String input, Shape shape, String output, Optional<CasePipeline> pipeline) {
        Tensor zeros = Tensor.floats(shape, new float[Math.toIntExact(shape.elements())]);
        PreparedCase plain = ScriptedStage.sum(input, 0);
        return new PreparedCase(
                CaseId.of("test", "unit", input, Map.of()),
                plain.model(),
                plain.artifact(),
                List.of(output),
                Map.of(),
                new PreparedCase.Feeding(Feeds.of(Map.of(input, zeros)), Sizing.NONE, true, pipeline),
                plain.settings(),
                PreparedCase.Answers.NONE,
                Map.of());
    }
}
