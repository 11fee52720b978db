package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.execution.cases.CasePipeline;
import dev.bascule.execution.cases.PipelineLimit;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.cases.Sizing;
import dev.bascule.fallback.attempt.Numerics;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.job.Fault;
import dev.bascule.fallback.job.Feeds;
import dev.bascule.fallback.job.MediaReply;
import dev.bascule.fallback.job.MediaRequest;
import dev.bascule.fallback.job.MediaWay;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.job.Phases;
import dev.bascule.fallback.job.PipelineFeed;
import dev.bascule.fallback.job.PipelineRequest;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Reply;
import dev.bascule.fallback.measure.Samples;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import dev.bascule.studies.media.Rgb;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class MediaWaysTest {
    private static final int RATE = 16_000;
    private static final int HEADER = 44;
    private static final Shape INPUT = Shape.of(1, RATE);
    private static final Path CASE = Path.of("case.wav");

    private static float[] sound() {
        return sound(RATE);
    }

    private static float[] sound(int length) {
        float[] sound = new float[length];
        for (int i = 0; i < length; i++) {
            sound[i] = (float) (0.3 * Math.sin(i * 0.05 + i * i * 4e-6));
        }
        return sound;
    }

    /** What a pipeline makes of a file: the case's own is known, any other is read. */
    private static Map<String, Tensor> prepared(PipelineRequest request) {
        Path file = request.assets().get("audio").file();
        PipelineSpec.Audio spec = (PipelineSpec.Audio) request.pipeline();
        int frames = spec.frames() * 160;
        float[] sound =
                !file.equals(CASE) ? read(file) : sound(spec.sampleRate() == RATE ? RATE : 5 * spec.sampleRate());
        float[] samples = Arrays.copyOf(sound, frames);
        return Map.of("pcm", Tensor.floats(Shape.of(1, frames), samples));
    }

    private static float[] read(Path file) {
        try {
            ByteBuffer wav = ByteBuffer.wrap(Files.readAllBytes(file)).order(ByteOrder.LITTLE_ENDIAN);
            boolean floats = wav.getShort(20) == 3;
            float[] samples = new float[(wav.capacity() - HEADER) / (floats ? 4 : 2)];
            for (int i = 0; i < samples.length; i++) {
                samples[i] = floats ? wav.getFloat(HEADER + 4 * i) : wav.getShort(HEADER + 2 * i) / 32768f;
            }
            return samples;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** How loud it is. */
    private static Map<String, Tensor> model(Map<String, Tensor> inputs) {
        Elements.Reader x = Elements.of(inputs.get("x"));
        double sum = 0;
        for (int i = 0; i < RATE; i++) {
            sum += Math.abs(x.at(i));
        }
        return Map.of("sum", Tensor.floats(Shape.of(1), (float) sum));
    }

    private static PreparedCase heard(int rate) {
        PreparedCase plain = ScriptedStage.sum("heard", 0);
        Tensor input = Tensor.floats(INPUT, sound());
        PipelineRequest request = new PipelineRequest(
                "p",
                new PipelineSpec.Audio("pcm", rate, 100, 80),
                Map.of("audio", new ModelArtifact("1".repeat(64), 1, CASE)),
                Optional.empty());
        CasePipeline pipeline = new CasePipeline(
                request,
                Map.of("pcm", input),
                new PipelineLimit(Double.POSITIVE_INFINITY, "a test's"),
                List.of(new PipelineFeed("pcm", "x", INPUT.dims(), Optional.empty())),
                Optional.empty(),
                true);
        return new PreparedCase(
                plain.id(),
                plain.model(),
                plain.artifact(),
                List.of("sum"),
                Map.of(),
                new PreparedCase.Feeding(Feeds.of(Map.of("x", input)), Sizing.NONE, true, Optional.of(pipeline)),
                plain.settings(),
                PreparedCase.Answers.NONE,
                Map.of());
    }

    private static ScenarioFinding play(Function<MediaRequest, Reply<MediaReply>> stack) {
        return play(RATE, stack);
    }

    private static ScenarioFinding play(int rate, Function<MediaRequest, Reply<MediaReply>> stack) {
        ScriptedStage stage = new ScriptedStage(page -> page.on(
                        Backends.WASM, Script.right(Backends.WASM).computing(MediaWaysTest::model))
                .on(Backends.NATIVE_CPU, Script.right(Backends.NATIVE_CPU).computing(MediaWaysTest::model))
                .preparing(MediaWaysTest::prepared)
                .bringing(stack));
        return stage.play(
                new MediaWays(2),
                heard(rate),
                new OutputChecker.Reference(
                        Numerics.Reference.NATIVE_CPU_UNOPTIMISED,
                        List.of(model(Map.of("x", Tensor.floats(INPUT, sound()))))),
                Backends.WASM);
    }

    private static Reply<MediaReply> brought(float[] samples) {
        return brought(samples, "1234");
    }

    private static Reply<MediaReply> brought(float[] samples, String bytes) {
        return new Reply.Ok<>(new MediaReply(
                Map.of("decode", Samples.ofMillis(1.5, 2.5), "firstFrame", Samples.ofMillis(1.5, 2.5)),
                Map.of(MediaReply.PCM, Tensor.floats(Shape.of(samples.length), samples)),
                Map.of("codec", "opus", "bytes", bytes)));
    }

    private static Reply<MediaReply> refused(String name, String why) {
        return new Reply.Failed<>(new Fault.Refused("media", name, why, Optional.empty(), Phases.NONE));
    }

    private static Reply<MediaReply> none(String why) {
        return refused("MediaUnavailable", why);
    }

    /** Opus alone is there. */
    private static ScenarioFinding opus(Function<float[], float[]> codec) {
        return play(request -> request.way() == MediaWay.WEBCODECS_OPUS
                ? brought(codec.apply(read(request.file().file())))
                : none("not here"));
    }

    @Test
    void a_way_that_loses_little_passes_with_what_it_loses_and_what_the_model_says() {
        ScenarioFinding finding = opus(sound -> {
            float[] later = new float[sound.length + 40];
            System.arraycopy(sound, 0, later, 40, sound.length);
            return later;
        });

        assertThat(finding.trouble()).isEmpty();
        assertThat(ScriptedStage.figure(finding, "webcodecs-opus: delay")
                        .value()
                        .orElseThrow())
                .isCloseTo(2.5, within(1e-3));
        assertThat(ScriptedStage.figure(finding, "webcodecs-opus: change of the outputs")
                        .value())
                .contains(0.0);
        assertThat(ScriptedStage.figure(finding, "webcodecs-opus: decode").samples())
                .hasSize(2);
        assertThat(ScriptedStage.figure(finding, "webcodecs-opus: first coded chunk")
                        .samples())
                .hasSize(2);
        assertThat(ScriptedStage.figure(finding, "webcodecs-opus: coded").value())
                .contains(1234.0);
        assertThat(finding.notes())
                .anyMatch(note -> note.contains("1.00 s at 16000 Hz"))
                .contains("recorder: unavailable; not here")
                .anyMatch(note -> note.startsWith(
                        "webcodecs-opus: but for its level and delay, every sample is as it was; outputs change by 0"));
    }

    @Test
    void the_model_is_asked_of_the_sound_as_loud_as_it_came() {
        ScenarioFinding finding = opus(sound -> {
            float[] quiet = sound.clone();
            for (int i = 0; i < quiet.length; i++) {
                quiet[i] /= 2;
            }
            return quiet;
        });

        assertThat(finding.trouble()).isEmpty();
        assertThat(ScriptedStage.figure(finding, "webcodecs-opus: change of the outputs")
                        .value()
                        .orElseThrow())
                .isCloseTo(0.5, within(1e-3));
    }

    @Test
    void nobodys_own_microphone_is_opened() {
        ScenarioFinding finding = play(request -> {
            assertThat(request.way().isOfDevice()).isFalse();
            return brought(read(request.file().file()));
        });

        assertThat(finding.trouble()).isEmpty();
        assertThat(finding.notes()).anyMatch(note -> note.startsWith("microphone: not asked for"));
    }

    @Test
    @Tag("red-team")
    void negative_control_a_way_that_brings_silence_has_failed_and_the_others_are_still_taken() {
        ScenarioFinding finding = play(request -> brought(
                request.way() == MediaWay.RECORDER
                        ? new float[RATE]
                        : read(request.file().file())));

        assertThat(finding.trouble()).hasValueSatisfying(trouble -> {
            assertThat(trouble.verdict()).isEqualTo(Verdict.FAILED);
            assertThat(trouble.failure().message()).isEqualTo("recorder: silence came back");
        });
        assertThat(finding.notes()).contains("recorder: FAILED; silence came back");
        assertThat(ScriptedStage.figure(finding, "webcodecs-opus: correlation")
                        .value()
                        .orElseThrow())
                .isCloseTo(1, within(1e-6));
    }

    @Test
    void a_page_that_is_lost_costs_its_way_and_the_next_has_a_page_of_its_own() {
        ScenarioFinding finding = play(request -> request.way() == MediaWay.RECORDER
                ? new Reply.Failed<>(new Fault.Lost("media", "its page is gone"))
                : brought(read(request.file().file())));

        assertThat(finding.trouble()).hasValueSatisfying(trouble -> {
            assertThat(trouble.verdict()).isEqualTo(Verdict.FAILED);
            assertThat(trouble.failure().message()).startsWith("recorder: ").contains("its page is gone");
        });
        assertThat(ScriptedStage.figure(finding, "webcodecs-aac: correlation")
                        .value()
                        .orElseThrow())
                .isCloseTo(1, within(1e-6));
    }

    @Test
    void a_way_that_never_answers_costs_itself_alone() {
        ScenarioFinding finding = play(request -> request.way() == MediaWay.RECORDER
                ? new Reply.Failed<>(new Fault.TimedOut("media", Duration.ofSeconds(25)))
                : brought(read(request.file().file())));

        assertThat(finding.trouble()).hasValueSatisfying(trouble -> {
            assertThat(trouble.verdict()).isEqualTo(Verdict.FAILED);
            assertThat(trouble.failure().message()).startsWith("recorder: ").contains("no answer within 25 s");
        });
        assertThat(ScriptedStage.figure(finding, "webcodecs-aac: correlation")
                        .value()
                        .orElseThrow())
                .isCloseTo(1, within(1e-6));
    }

    @Test
    void a_refusal_after_which_the_page_is_unsound_is_told_of_its_own_way_alone() {
        ScenarioFinding finding = play(request -> request.way() == MediaWay.RECORDER
                ? refused("RuntimeError", "memory access out of bounds")
                : brought(read(request.file().file())));

        assertThat(finding.trouble())
                .hasValueSatisfying(trouble -> assertThat(trouble.failure().message())
                        .contains("memory access out of bounds")
                        .doesNotContain("webcodecs"));
        assertThat(ScriptedStage.figure(finding, "webcodecs-aac: correlation")
                        .value()
                        .orElseThrow())
                .isCloseTo(1, within(1e-6));
    }

    @Test
    void an_error_of_a_stack_that_is_there_is_a_failure_however_it_is_called() {
        ScenarioFinding finding = play(request -> refused("NotSupportedError", "the encoder gave up"));

        assertThat(finding.trouble())
                .hasValueSatisfying(trouble -> assertThat(trouble.verdict()).isEqualTo(Verdict.FAILED));
        assertThat(finding.notes()).anyMatch(note -> note.startsWith("recorder: FAILED; "));
    }

    @Test
    void a_size_that_is_no_number_of_bytes_is_told_and_is_no_figure() {
        for (String size : List.of("NaN", "Infinity", "-1", "many")) {
            ScenarioFinding finding =
                    play(request -> brought(read(request.file().file()), size));

            assertThat(finding.figures()).noneMatch(figure -> figure.name().endsWith(": coded"));
            assertThat(finding.notes()).anyMatch(note -> note.contains("bytes " + size));
        }
    }

    @Test
    void of_a_longer_sound_four_seconds_are_sent_at_any_rate() {
        ScenarioFinding finding =
                play(48_000, request -> brought(read(request.file().file())));

        assertThat(finding.notes()).contains("the beginning of the case's sound of 4.00 s at 48000 Hz, one channel");
    }

    @Test
    void a_picture_of_one_colour_or_one_that_is_too_large_is_not_sent() {
        assertThat(picture(128, 1).untellable())
                .hasValueSatisfying(why -> assertThat(why.message()).contains("one colour"));
        assertThat(picture(128, 64).untellable()).isEmpty();
        assertThat(picture(2_000, 64).untellable())
                .hasValueSatisfying(why -> assertThat(why.message()).contains("of 2000 x 2000 is larger"));
    }

    /** @param values how many a colour may have */
    private static MediaOriginal picture(int side, int values) {
        byte[] bytes = new byte[3 * side * side];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) (50 * (i % 3) + i / 3 % values);
        }
        return new MediaOriginal.Picture(new Rgb(side, side, bytes));
    }

    @Test
    void a_browser_without_any_way_is_unsupported_with_all_its_reasons() {
        ScenarioFinding finding = play(request -> none("no " + request.way().id()));

        assertThat(finding.trouble())
                .hasValueSatisfying(trouble -> assertThat(trouble.verdict()).isEqualTo(Verdict.UNSUPPORTED));
        assertThat(finding.notes()).contains("webcodecs-aac: unavailable; no webcodecs-aac");
    }

    @Test
    void natively_it_is_not_applicable() {
        ScenarioFinding finding = new ScriptedStage(
                        page -> page.on(Backends.NATIVE_CPU, Script.right(Backends.NATIVE_CPU)))
                .play(new MediaWays(1), Backends.NATIVE_CPU);

        assertThat(finding.trouble()).hasValueSatisfying(trouble -> {
            assertThat(trouble.verdict()).isEqualTo(Verdict.UNSUPPORTED);
            assertThat(trouble.failure().message()).startsWith("not applicable");
        });
    }

    @Test
    void a_case_without_a_sound_or_a_picture_is_unsupported() {
        ScenarioFinding finding = new ScriptedStage(page -> page.on(Backends.WASM, Script.right(Backends.WASM)))
                .play(new MediaWays(1), Backends.WASM);

        assertThat(finding.trouble())
                .hasValueSatisfying(trouble ->
                        assertThat(trouble.failure().message()).isEqualTo("the case has no audio or image pipeline"));
    }
}
