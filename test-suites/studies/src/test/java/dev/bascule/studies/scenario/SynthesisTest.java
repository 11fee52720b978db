package dev.bascule.studies.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import dev.bascule.fallback.attempt.Verdict;
import dev.bascule.fallback.backend.Backends;
import dev.bascule.fallback.runner.Script;
import java.util.Arrays;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SynthesisTest {
    private static final int HERTZ = 16_000;

    /** A tone that climbs, and fades. */
    private static float[] sound() {
        float[] sound = new float[HERTZ];
        for (int i = 0; i < HERTZ; i++) {
            double at = (double) i / HERTZ;
            sound[i] = (float) (0.5 * Math.exp(-2 * at) * Math.sin(2 * Math.PI * (200 + 800 * at) * at));
        }
        return sound;
    }

    private static ScenarioFinding judged(float[] own) {
        return new Synthesis(2)
                .judged(new Synthesis.Made(sound(), own, new Synthesis.Rate(HERTZ, "said")), "wasm", "in double");
    }

    private static float[] changed(int every, float by) {
        float[] own = sound();
        for (int i = 0; i < own.length; i += every) {
            own[i] += by;
        }
        return own;
    }

    private static Optional<Verdict> verdict(ScenarioFinding finding) {
        return finding.trouble().map(ScenarioFailure::verdict);
    }

    @Test
    void the_same_sound_is_right_and_there_to_be_listened_to() {
        ScenarioFinding finding = judged(sound());
        assertThat(finding.trouble()).isEmpty();
        assertThat(ScriptedStage.figure(finding, "mel distance").value()).contains(0.0);
        assertThat(finding.notes()).contains("sample for sample the reference");
        assertThat(finding.sounds()).extracting(clip -> clip.name()).containsExactly("wasm", "reference: in double");
        // Two seconds at most, of which there is one.
        assertThat(finding.sounds().get(0).wav()).hasSize((44 + 2 * HERTZ + 2) / 3 * 4);
    }

    @Test
    void what_no_ear_hears_is_right_and_told() {
        ScenarioFinding finding = judged(changed(7, 1e-6f));
        assertThat(finding.trouble()).isEmpty();
        assertThat(ScriptedStage.figure(finding, "signal to noise").value().orElseThrow())
                .isGreaterThan(80);
        assertThat(ScriptedStage.figure(finding, "mel distance of the reference backwards")
                        .value()
                        .orElseThrow())
                .isGreaterThan(5);
    }

    @Test
    @Tag("red-team")
    void negative_control_clicks_another_pitch_silence_and_no_numbers_are_wrong() {
        float[] faster = sound();
        for (int i = 0; i < faster.length / 2; i++) {
            faster[i] = faster[2 * i];
        }
        float[] broken = sound();
        broken[17] = Float.NaN;
        assertThat(verdict(judged(changed(1_000, 0.3f)))).contains(Verdict.WRONG);
        assertThat(verdict(judged(faster))).contains(Verdict.WRONG);
        assertThat(verdict(judged(new float[HERTZ]))).contains(Verdict.WRONG);
        assertThat(verdict(judged(broken))).contains(Verdict.WRONG);
        assertThat(verdict(judged(Arrays.copyOf(sound(), 100)))).contains(Verdict.WRONG);
    }

    @Test
    void of_silence_it_says_that_the_measure_tells_nothing() {
        ScenarioFinding finding = new Synthesis(1)
                .judged(
                        new Synthesis.Made(new float[HERTZ], new float[HERTZ], new Synthesis.Rate(HERTZ, "said")),
                        "wasm",
                        "in double");
        assertThat(finding.notes()).anyMatch(note -> note.startsWith("this measure cannot tell"));
    }

    @Test
    void a_model_that_makes_no_sound_is_skipped_with_one_to_try() {
        ScenarioFinding finding = new ScriptedStage(page -> page.on(Backends.WASM, Script.right(Backends.WASM)))
                .play(new Synthesis(2), Backends.WASM);
        assertThat(verdict(finding)).contains(Verdict.SKIPPED);
    }
}
