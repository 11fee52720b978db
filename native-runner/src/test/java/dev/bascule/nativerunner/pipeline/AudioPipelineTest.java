package dev.bascule.nativerunner.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AudioPipelineTest {
    private static final int RATE = 16000;

    @Test
    void the_mel_filters_have_the_values_of_the_specification() {
        double[][] filters = MelFilters.of(RATE, 400, 80);
        assertThat(filters[0][1]).isEqualTo(0.02486259398417609, within(1e-15));
        assertThat(filters[40][43]).isEqualTo(0.014735565741439144, within(1e-15));
        assertThat(filters[79][192]).isEqualTo(0.0031647117391764836, within(1e-15));
        assertThat(largest(filters[40])).isEqualTo(43);
        assertThat(largest(filters[79])).isEqualTo(192);
    }

    @Test
    void silence_is_flat_at_the_floor() {
        float[] mel = new LogMel(RATE, 80).of(new float[160 * 10]);
        assertThat(mel).hasSize(800).containsOnly(-1.5f);
    }

    @Test
    void the_power_is_that_of_the_transform_as_defined() {
        Random random = new Random(7);
        float[] samples = new float[160 * 4];
        for (int i = 0; i < samples.length; i++) {
            samples[i] = random.nextFloat() - 0.5f;
        }
        float[] mel = new LogMel(RATE, 80).of(samples);
        double[][] expected = new double[80][4];
        double peak = -100;
        double[][] filters = MelFilters.of(RATE, 400, 80);
        for (int t = 0; t < 4; t++) {
            for (int m = 0; m < 80; m++) {
                double energy = 0;
                for (int k = 0; k <= 200; k++) {
                    energy += filters[m][k] * power(samples, t, k);
                }
                expected[m][t] = Math.log10(Math.max(energy, 1e-10));
                peak = Math.max(peak, expected[m][t]);
            }
        }
        for (int m = 0; m < 80; m++) {
            for (int t = 0; t < 4; t++) {
                double scaled = (Math.max(expected[m][t], peak - 8) + 4) / 4;
                assertThat((double) mel[m * 4 + t]).isEqualTo(scaled, within(1e-6));
            }
        }
    }

    /** |X[t][k]|² by the formula, padding and window included. */
    private static double power(float[] samples, int t, int k) {
        double re = 0;
        double im = 0;
        for (int n = 0; n < 400; n++) {
            int at = t * 160 + n - 200;
            int reflected = at < 0 ? -at : at >= samples.length ? 2 * (samples.length - 1) - at : at;
            double windowed = samples[reflected] * (0.5 - 0.5 * Math.cos(2 * Math.PI * n / 400));
            re += windowed * Math.cos(2 * Math.PI * k * n / 400);
            im -= windowed * Math.sin(2 * Math.PI * k * n / 400);
        }
        return re * re + im * im;
    }

    @Test
    void a_tone_is_loudest_in_the_band_that_holds_it() throws Exception {
        byte[] wav = TestSounds.wav16(RATE, 1, TestSounds.sine(RATE, 1000, 0.5, RATE));
        Tensor mel = run(new PipelineSpec.Audio("logmel", RATE, 100, 80), wav).get("input_features");
        assertThat(mel.shape()).isEqualTo(Shape.of(1, 80, 100));
        int loudest = 0;
        for (int m = 1; m < 80; m++) {
            loudest = mel.data().getFloat((m * 100 + 50) * 4) > mel.data().getFloat((loudest * 100 + 50) * 4)
                    ? m
                    : loudest;
        }
        double middle = MelFilters.melToHz((loudest + 1) * MelFilters.hzToMel(8000) / 81);
        assertThat(middle).isCloseTo(1000, within(60.0));
    }

    @Test
    void plain_samples_are_cut_or_padded_to_the_frames() throws Exception {
        byte[] wav = TestSounds.wav16(RATE, 1, TestSounds.sine(RATE, 440, 0.5, 200));
        Tensor padded = run(new PipelineSpec.Audio("pcm", RATE, 2, 80), wav).get("pcm");
        assertThat(padded.shape()).isEqualTo(Shape.of(1, 320));
        assertThat(padded.data().getFloat(1 * 4))
                .isEqualTo(Math.round(0.5 * Math.sin(2 * Math.PI * 440 / RATE) * 32767) / 32768f);
        assertThat(padded.data().getFloat(250 * 4)).isZero();
        assertThat(run(new PipelineSpec.Audio("pcm", RATE, 1, 80), wav)
                        .get("pcm")
                        .shape())
                .isEqualTo(Shape.of(1, 160));
    }

    @Test
    void every_sample_format_gives_the_same_sound() throws Exception {
        assertThat(decoded(1, 8, new byte[] {(byte) 192, 64})).containsExactly(0.5f, -0.5f);
        assertThat(decoded(1, 16, little(4).putShort((short) 16384).putShort((short) -16384)))
                .containsExactly(0.5f, -0.5f);
        assertThat(decoded(1, 24, new byte[] {0, 0, 0x40, 0, 0, (byte) 0xC0})).containsExactly(0.5f, -0.5f);
        assertThat(decoded(1, 32, little(8).putInt(1 << 30).putInt(-(1 << 30)))).containsExactly(0.5f, -0.5f);
        assertThat(decoded(3, 32, little(8).putFloat(0.5f).putFloat(-0.5f))).containsExactly(0.5f, -0.5f);
    }

    @Test
    void channels_are_mixed_by_their_mean() throws Exception {
        byte[] wav = TestSounds.wav(
                1,
                RATE,
                2,
                16,
                little(8)
                        .putShort((short) 16384)
                        .putShort((short) 0)
                        .putShort((short) -16384)
                        .putShort((short) 16384)
                        .array());
        assertThat(WavDecoder.decode(wav).samples()).containsExactly(0.25f, 0f);
    }

    @Test
    void a_tone_survives_resampling_and_one_beyond_the_new_band_does_not() {
        MonoAudio tone = new MonoAudio(floats(TestSounds.sine(48000, 1000, 0.5, 48000)), 48000).resampled(RATE);
        double[] ideal = TestSounds.sine(RATE, 1000, 0.5, RATE);
        assertThat(tone.samples()).hasSize(RATE);
        for (int i = 100; i < RATE - 100; i++) {
            assertThat((double) tone.samples()[i]).isEqualTo(ideal[i], within(2e-4));
        }
        MonoAudio gone = new MonoAudio(floats(TestSounds.sine(48000, 12000, 0.5, 48000)), 48000).resampled(RATE);
        for (int i = 100; i < RATE - 100; i++) {
            assertThat(Math.abs(gone.samples()[i])).isLessThan(2e-4f);
        }
    }

    @Test
    void a_low_rate_is_raised() {
        MonoAudio tone = new MonoAudio(floats(TestSounds.sine(8000, 1000, 0.5, 8000)), 8000).resampled(RATE);
        double[] ideal = TestSounds.sine(RATE, 1000, 0.5, RATE);
        for (int i = 200; i < RATE - 200; i++) {
            assertThat((double) tone.samples()[i]).isEqualTo(ideal[i], within(1e-3));
        }
    }

    @Test
    void what_is_no_wav_and_what_is_no_feature_is_refused() {
        assertThatThrownBy(() -> WavDecoder.decode(new byte[] {1, 2, 3})).isInstanceOf(RefusedException.class);
        byte[] wav = TestSounds.wav16(RATE, 1, new double[160]);
        assertThatThrownBy(() -> run(new PipelineSpec.Audio("mfcc", RATE, 2, 80), wav))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("mfcc");
    }

    private static float[] decoded(int format, int bits, ByteBuffer data) throws RefusedException {
        return decoded(format, bits, data.array());
    }

    private static float[] decoded(int format, int bits, byte[] data) throws RefusedException {
        return WavDecoder.decode(TestSounds.wav(format, RATE, 1, bits, data)).samples();
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < values.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }

    private static int largest(double[] values) {
        int at = 0;
        for (int i = 1; i < values.length; i++) {
            at = values[i] > values[at] ? i : at;
        }
        return at;
    }

    private static Map<String, Tensor> run(PipelineSpec.Audio spec, byte[] wav) throws RefusedException {
        return Pipelines.run(spec, Map.of("audio", wav), Optional.empty());
    }
}
