package dev.bascule.studies.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SoundJudgeTest {
    private static final int RATE = 16_000;
    private static final float[] SOUND = MediaSamples.chirp(RATE, RATE);

    private static SoundFinding judged(float[] back) {
        return SoundJudge.judge(SOUND, back, RATE, false);
    }

    private static float[] around(int before, float[] sound, int after) {
        float[] all = new float[before + sound.length + after];
        System.arraycopy(sound, 0, all, before, sound.length);
        return all;
    }

    /** By 10.4 samples, of as many as it had. */
    private static float[] later(float[] sound) {
        double[] moved = Spectrum.of(sound, Fourier.lengthFor(2 * sound.length)).moved(-10.4);
        float[] later = new float[sound.length];
        for (int i = 0; i < later.length; i++) {
            later[i] = (float) moved[i];
        }
        return later;
    }

    private static float[] plus(float[] sound, float[] more, double level) {
        float[] sum = sound.clone();
        for (int i = 0; i < sum.length; i++) {
            sum[i] = (float) (level * (sum[i] + more[i]));
        }
        return sum;
    }

    @Test
    void the_same_sound_is_whole() {
        SoundFinding found = judged(SOUND);

        assertThat(found.broken()).isEmpty();
        assertThat(found.delay()).isCloseTo(0, within(1e-6));
        assertThat(found.correlation()).isCloseTo(1, within(1e-9));
        assertThat(found.levelDb()).isCloseTo(0, within(1e-6));
        assertThat(found.snrDb()).isEmpty();
        assertThat(found.logMelDb()).isLessThan(1e-3);
        assertThat(found.aligned()).isEqualTo(SOUND);
    }

    @Test
    void noise_is_measured_as_noise_and_breaks_nothing() {
        float[] noise = MediaSamples.noise(RATE, SoundJudge.rms(SOUND) / 10, 7);
        SoundFinding found = judged(plus(SOUND, noise, 1));

        assertThat(found.broken()).isEmpty();
        assertThat(found.snrDb().orElseThrow()).isCloseTo(20, within(0.3));
        assertThat(found.logMelDb()).isGreaterThan(1);
    }

    @Test
    void a_quieter_sound_has_lost_its_level_and_nothing_else() {
        SoundFinding found = judged(plus(SOUND, new float[RATE], 0.5));

        assertThat(found.broken()).isEmpty();
        assertThat(found.levelDb()).isCloseTo(-6.02, within(0.01));
        assertThat(found.snrDb()).isEmpty();
    }

    @Test
    void a_delay_is_found_to_the_sample_and_taken_out() {
        SoundFinding found = judged(around(312, SOUND, 100));

        assertThat(found.broken()).isEmpty();
        assertThat(found.delay()).isCloseTo(312, within(1e-3));
        assertThat(found.aligned()).isEqualTo(SOUND);
        assertThat(found.snrDb()).isEmpty();
    }

    @Test
    void a_delay_of_a_part_of_a_sample_is_no_noise() {
        SoundFinding found = judged(later(SOUND));

        assertThat(found.broken()).isEmpty();
        assertThat(found.delay()).isCloseTo(10.4, within(0.01));
        assertThat(found.snrDb().orElseThrow()).isGreaterThan(50);
    }

    @Test
    void a_sound_that_starts_and_ends_at_full_level_is_no_noise_where_it_is_moved() {
        float[] abrupt = new float[RATE];
        for (int i = 0; i < RATE; i++) {
            abrupt[i] = (float) (0.4 * Math.cos(0.1 * i + 1e-5 * i * i));
        }
        SoundFinding found = SoundJudge.judge(abrupt, later(abrupt), RATE, false);

        assertThat(found.broken()).isEmpty();
        assertThat(found.delay()).isCloseTo(10.4, within(0.01));
        assertThat(found.levelDb()).isCloseTo(0, within(0.01));
        assertThat(found.snrDb().orElseThrow()).isGreaterThan(50);
    }

    @Test
    void a_recording_may_be_as_long_as_it_likes_around_the_sound() {
        float[] recorded = around(9_000, SOUND, 20_000);

        assertThat(SoundJudge.judge(SOUND, recorded, RATE, true).broken()).isEmpty();
    }

    @Test
    @Tag("red-team")
    void negative_control_silence_is_noticed() {
        assertThat(judged(new float[RATE]).broken()).contains("silence came back");
        assertThat(judged(plus(SOUND, new float[RATE], 1e-4)).broken()).contains("silence came back");
        assertThat(judged(new float[0]).broken()).contains("no sample came back");
        assertThat(SoundJudge.unheard(new float[RATE])).contains("silence came back");
        assertThat(SoundJudge.unheard(SOUND)).isEmpty();
    }

    @Test
    @Tag("red-team")
    void negative_control_another_sound_is_noticed() {
        assertThat(judged(MediaSamples.noise(RATE, 0.2, 3)).broken().orElseThrow())
                .startsWith("another sound came back: it correlates by ");
        float[] backwards = new float[RATE];
        for (int i = 0; i < RATE; i++) {
            backwards[i] = SOUND[RATE - 1 - i];
        }
        assertThat(judged(backwards).broken().orElseThrow()).startsWith("another sound came back");
    }

    @Test
    @Tag("red-team")
    void negative_control_a_shift_beyond_any_codec_and_what_is_missing_are_noticed() {
        assertThat(judged(around(RATE / 4, SOUND, 0)).broken())
                .contains("the sound comes 250 ms late, more than any codec's delay");
        assertThat(judged(around(0, SOUND, RATE / 2)).broken()).contains("500 ms more came back than were sent");
        assertThat(judged(Arrays.copyOf(SOUND, 3 * RATE / 4)).broken()).contains("the last 250 ms are missing");
        assertThat(judged(Arrays.copyOfRange(SOUND, RATE / 4, RATE)).broken()).contains("the first 250 ms are missing");
    }

    @Test
    @Tag("red-team")
    void negative_control_a_turned_sign_and_samples_that_are_no_numbers_are_noticed() {
        assertThat(judged(plus(SOUND, new float[RATE], -1)).broken())
                .contains("the sound came back with its sign turned");
        float[] damaged = SOUND.clone();
        damaged[5] = Float.NaN;
        assertThat(judged(damaged).broken()).contains("samples came back that are no numbers");
    }
}
