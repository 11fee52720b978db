package dev.bascule.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import java.nio.FloatBuffer;
import org.junit.jupiter.api.Test;

class GeneratedDataTest {
    private static final int ASKED = 60;

    @Test
    void strokes_are_the_same_on_every_machine_and_tell_their_class() {
        LabelledData data = Strokes.data();
        assertThat(data.dtype()).isEqualTo(DType.FLOAT32);
        assertThat(data.sample()).isEqualTo(Shape.of(1, 28, 28));
        assertThat(data.classes()).hasSize(10);
        assertThat(data.train().count()).isEqualTo(2400);
        assertThat(data.test().count()).isEqualTo(600);
        assertThat(nearest(data.train(), data)).isGreaterThan(0.6);
        assertThat(nearest(data.train().withShuffledLabels(1), data)).isLessThan(0.25);
        assertThat(data.sha256()).isEqualTo("54d67f3657a88c6d99776cd9e8a034062bc3bf4e435f86877adb4136be55e964");
    }

    @Test
    void tones_are_the_same_on_every_machine_and_tell_their_class() {
        LabelledData data = Tones.data();
        assertThat(data.sample()).isEqualTo(Shape.of(1, 32, 32));
        assertThat(data.classes()).containsExactly("tone", "rise", "fall", "chord", "tremolo", "clicks", "noise");
        assertThat(nearest(data.train(), data)).isGreaterThan(0.6);
        assertThat(nearest(data.train().withShuffledLabels(1), data)).isLessThan(0.3);
        assertThat(data.sha256()).isEqualTo("b409a7cc1a0c36931b3e4446eaf30879f671107d16bb4feda578ab7dac178505");
    }

    /** By definition: a wave in the middle of a band gives that band a power of window · (amplitude / 4)², under a Hann window. */
    @Test
    void the_power_of_a_wave_stands_in_its_band() {
        Spectrogram spectrogram = new Spectrogram(64, 32, 4);
        double[] sound = new double[spectrogram.samples()];
        for (int n = 0; n < sound.length; n++) {
            sound[n] = 0.8 * Math.sin(2 * Math.PI * 10 * n / 64);
        }
        float[] powers = spectrogram.of(sound);
        for (int frame = 0; frame < 4; frame++) {
            assertThat(powers[9 * 4 + frame]).isCloseTo((float) Math.log10(64 * 0.04 + 1e-4), within(1e-5f));
            assertThat(powers[20 * 4 + frame]).isCloseTo(-4, within(1e-5f));
        }
    }

    /** How often the label of the nearest sample to learn from is right. */
    private static double nearest(Labelled train, LabelledData data) {
        FloatBuffer learned = train.samples().data().asFloatBuffer();
        float[] all = new float[learned.remaining()];
        learned.get(all);
        int width = (int) data.sample().elements();
        FloatBuffer held = data.test().samples().data().asFloatBuffer();
        float[] asked = new float[width];
        int right = 0;
        for (int i = 0; i < ASKED; i++) {
            int each = i * 97 % data.test().count();
            held.get(each * width, asked);
            double best = Double.MAX_VALUE;
            int label = -1;
            for (int other = 0; other < train.count(); other++) {
                double distance = 0;
                for (int at = 0; at < width; at++) {
                    float difference = asked[at] - all[other * width + at];
                    distance += difference * difference;
                }
                if (distance < best) {
                    best = distance;
                    label = train.label(other);
                }
            }
            right += label == data.test().label(each) ? 1 : 0;
        }
        return (double) right / ASKED;
    }
}
