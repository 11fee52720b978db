package dev.bascule.fallback.numerics;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SignalMatchTest {
    private static final int MOST = 600;
    private static final float[] SOUND = noise(1, 4000);

    @ParameterizedTest
    @ValueSource(ints = {0, 1, -1, 576, -300})
    void a_sound_that_is_only_late_matches_at_its_lag(int lag) {
        SignalMatch match = SignalMatch.of(SOUND, late(SOUND, lag), MOST);
        assertThat(match.lag()).isEqualTo(lag);
        assertThat(match.correlation()).isGreaterThan(lag < 0 ? 0.95 : 0.999999);
    }

    @Test
    void the_same_sound_has_no_noise() {
        assertThat(SignalMatch.of(SOUND, SOUND, MOST).signalToNoise()).isInfinite();
    }

    @Test
    void noise_of_a_tenth_is_twenty_decibels() {
        float[] noise = noise(2, SOUND.length);
        float[] worse = SOUND.clone();
        for (int i = 0; i < worse.length; i++) {
            worse[i] += 0.1f * noise[i];
        }
        assertThat(SignalMatch.of(SOUND, worse, MOST).signalToNoise()).isBetween(19.5, 20.5);
    }

    @Test
    void another_sound_does_not_match_at_any_lag() {
        SignalMatch match = SignalMatch.of(SOUND, noise(3, SOUND.length), MOST);
        assertThat(match.correlation()).isLessThan(0.2);
        assertThat(match.signalToNoise()).isLessThan(1);
    }

    @Test
    void silence_and_an_inverted_sound_do_not_match() {
        assertThat(SignalMatch.of(SOUND, new float[SOUND.length], MOST).correlation())
                .isZero();
        float[] inverted = SOUND.clone();
        for (int i = 0; i < inverted.length; i++) {
            inverted[i] = -inverted[i];
        }
        assertThat(SignalMatch.of(SOUND, inverted, 0).correlation()).isLessThan(-0.99);
    }

    @Test
    void a_quieter_sound_correlates_and_shows_as_noise() {
        float[] half = SOUND.clone();
        for (int i = 0; i < half.length; i++) {
            half[i] *= 0.5f;
        }
        SignalMatch match = SignalMatch.of(SOUND, half, MOST);
        assertThat(match.correlation()).isGreaterThan(0.999999);
        assertThat(match.signalToNoise()).isBetween(6.0, 6.1);
    }

    private static float[] noise(int seed, int length) {
        Random random = new Random(seed);
        float[] samples = new float[length];
        for (int i = 0; i < length; i++) {
            samples[i] = (float) random.nextGaussian() * 0.1f;
        }
        return samples;
    }

    private static float[] late(float[] sound, int lag) {
        float[] moved = new float[sound.length + Math.max(0, lag)];
        for (int i = 0; i < sound.length; i++) {
            if (i + lag >= 0) {
                moved[i + lag] = sound[i];
            }
        }
        return moved;
    }
}
