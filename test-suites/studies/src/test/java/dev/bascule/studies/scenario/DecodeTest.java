package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.run.Figure;
import dev.bascule.fallback.runner.Script;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;
import java.util.Random;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class DecodeTest {
    private static final int SAMPLES = 8000;

    private static float[] sound(long seed) {
        Random random = new Random(seed);
        float[] sound = new float[SAMPLES];
        for (int i = 0; i < SAMPLES; i++) {
            sound[i] = (float) random.nextGaussian();
        }
        return sound;
    }

    private static float[] later(float[] sound, int samples) {
        float[] shifted = new float[sound.length];
        System.arraycopy(sound, 0, shifted, samples, sound.length - samples);
        return shifted;
    }

    private static ScenarioFinding decode(UnaryOperator<float[]> opus) {
        return new ScriptedStage(page -> page.on(Backends.WASM, Script.right(Backends.WASM))
                        .preparing(request -> {
                            boolean wav = String.valueOf(
                                            request.assets().get("audio").file())
                                    .startsWith("wav");
                            float[] samples = wav ? sound(1) : opus.apply(sound(1));
                            return Map.of("pcm", Tensor.floats(Shape.of(1, SAMPLES), samples));
                        }))
                .play(new Decode(3), Backends.WASM);
    }

    @Test
    void a_codec_that_gives_the_sound_later_gives_the_same_sound() {
        ScenarioFinding finding = decode(sound -> later(sound, 320));

        assertThat(finding.trouble()).isEmpty();
        assertThat(finding.figures())
                .extracting(Figure::name)
                .containsExactly(
                        "speech.wav: pipeline",
                        "speech.opus: pipeline",
                        "speech.opus: correlation with WAV",
                        "speech.opus: delay against WAV");
        assertThat(ScriptedStage.figure(finding, "speech.opus: correlation with WAV")
                        .value()
                        .orElseThrow())
                .isCloseTo(1, within(1e-6));
        assertThat(ScriptedStage.figure(finding, "speech.opus: delay against WAV")
                        .value())
                .contains(20.0);
        assertThat(ScriptedStage.figure(finding, "speech.opus: pipeline").samples())
                .hasSize(3);
    }

    @Test
    @Tag("red-team")
    void negative_control_another_sound_is_wrong() {
        ScenarioFinding finding = decode(sound -> sound(2));

        assertThat(finding.trouble()).hasValueSatisfying(trouble -> {
            assertThat(trouble.verdict()).isEqualTo(Verdict.WRONG);
            assertThat(trouble.failure().message()).startsWith("speech.opus is decoded to another sound");
        });
    }

    @Test
    @Tag("red-team")
    void negative_control_silence_is_wrong() {
        assertThat(decode(sound -> new float[SAMPLES]).trouble())
                .hasValueSatisfying(trouble -> assertThat(trouble.verdict()).isEqualTo(Verdict.WRONG));
    }
}
