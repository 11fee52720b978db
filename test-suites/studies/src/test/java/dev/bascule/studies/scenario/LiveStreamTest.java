package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.error.Failure;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.runner.Script;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class LiveStreamTest {

    private static ScenarioFinding stream(Script script) {
        return new ScriptedStage(page -> page.on(Backends.WASM, script)).play(new LiveStream(8), Backends.WASM);
    }

    private static Script right() {
        return Script.right(Backends.WASM).computing(inputs -> ScriptedStage.sumAnd(inputs, 0));
    }

    @Test
    void a_model_that_keeps_up_drops_nothing_and_says_what_it_says_without_hurry() {
        ScenarioFinding finding = stream(right().taking(1.0));

        assertThat(finding.trouble()).isEmpty();
        assertThat(finding.figures())
                .extracting(Figure::name)
                .containsExactly(
                        "real-time factor",
                        "frames",
                        "dropped frames",
                        "latency, median",
                        "latency, p90",
                        "latency, p99",
                        "inference, median",
                        "inference, p90",
                        "inference, p99",
                        "greatest output change");
        assertThat(ScriptedStage.figure(finding, "frames").value()).contains(400.0);
        assertThat(ScriptedStage.figure(finding, "dropped frames").value()).contains(0.0);
        assertThat(ScriptedStage.figure(finding, "real-time factor").value().orElseThrow())
                .isBetween(0.049, 0.051);
        assertThat(ScriptedStage.figure(finding, "latency, median").samples()).hasSize(400);
        assertThat(finding.notes())
                .anyMatch(note -> note.startsWith("it keeps up"))
                .anyMatch(note -> note.startsWith("outputs are bit for bit"))
                .contains("context scripted");
    }

    @Test
    void a_model_that_is_too_slow_drops_frames_and_the_rest_are_still_compared() {
        ScenarioFinding finding = stream(right().taking(30.0));

        assertThat(finding.trouble()).isEmpty();
        assertThat(ScriptedStage.figure(finding, "dropped frames").value().orElseThrow())
                .isGreaterThan(100);
        assertThat(ScriptedStage.figure(finding, "real-time factor").value().orElseThrow())
                .isGreaterThan(1.4);
        assertThat(finding.notes())
                .anyMatch(note -> note.startsWith("it does not keep up"))
                .anyMatch(note -> note.startsWith("outputs are bit for bit"));
    }

    @Test
    @Tag("red-team")
    void negative_control_streamed_outputs_that_are_others_are_wrong() {
        AtomicInteger runs = new AtomicInteger();
        ScenarioFinding finding = stream(Script.right(Backends.WASM)
                .computing(inputs -> ScriptedStage.sumAnd(inputs, runs.incrementAndGet() == 50 ? 1 : 0)));

        assertThat(finding.trouble()).hasValueSatisfying(trouble -> {
            assertThat(trouble.verdict()).isEqualTo(Verdict.WRONG);
            assertThat(trouble.failure().message()).contains("2 of 800 values");
        });
        assertThat(ScriptedStage.figure(finding, "greatest output change").value())
                .contains(1.0);
    }

    @Test
    void a_runner_without_real_time_audio_is_unsupported_with_its_reason() {
        ScenarioFinding finding =
                stream(right().refusing("stream", "UnsupportedError", "this page has no AudioWorklet"));

        assertThat(finding.trouble()).hasValueSatisfying(trouble -> {
            assertThat(trouble.verdict()).isEqualTo(Verdict.UNSUPPORTED);
            assertThat(trouble.failure().message()).isEqualTo("this page has no AudioWorklet");
        });
    }

    @Test
    void without_a_device_the_frames_are_rendered_and_compared_but_real_time_stays_unsupported() {
        int[] pages = {0};
        ScenarioFinding finding = new ScriptedStage(page -> page.on(
                        Backends.WASM,
                        pages[0]++ == 0
                                ? right().refusing("stream", "AudioUnavailableError", "no audio device")
                                : right()))
                .play(new LiveStream(8), Backends.WASM);

        assertThat(finding.trouble()).hasValueSatisfying(trouble -> {
            assertThat(trouble.verdict()).isEqualTo(Verdict.UNSUPPORTED);
            assertThat(trouble.failure().message()).isEqualTo("no audio device");
        });
        assertThat(ScriptedStage.figure(finding, "greatest output change").value())
                .contains(0.0);
        assertThat(finding.figures())
                .noneMatch(figure ->
                        figure.name().startsWith("latency") || figure.name().startsWith("dropped"));
        assertThat(finding.notes()).anyMatch(note -> note.startsWith("rendered as fast as the browser can"));
    }

    @Test
    void a_page_that_dies_while_it_plays_has_crashed() {
        assertThat(stream(right().dying("stream")).trouble())
                .hasValueSatisfying(trouble -> assertThat(trouble.verdict()).isEqualTo(Verdict.CRASHED));
    }

    @Test
    void a_case_that_takes_no_sound_is_unsupported_with_the_reason() {
        ScriptedStage scenarioRunner = new ScriptedStage(page -> page.on(Backends.WASM, right()));
        scenarioRunner.sound =
                new StreamInput.None(Failure.of(ErrorCode.INPUT_MISMATCH, "no input is fed frame by frame"));

        assertThat(scenarioRunner.play(new LiveStream(1), Backends.WASM).trouble())
                .hasValueSatisfying(trouble -> {
                    assertThat(trouble.verdict()).isEqualTo(Verdict.UNSUPPORTED);
                    assertThat(trouble.failure().message()).isEqualTo("no input is fed frame by frame");
                });
        assertThat(scenarioRunner.launcher.launched()).isEmpty();
    }
}
