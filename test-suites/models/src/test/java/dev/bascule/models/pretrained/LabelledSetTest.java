package dev.bascule.models.pretrained;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.answer.Answer;
import dev.bascule.fallback.testing.TestSize;
import dev.bascule.nativerunner.speech.Speech;
import dev.bascule.nativerunner.speech.SpokenSound;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.ShortBuffer;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class LabelledSetTest {
    private static final int RATE = 8_000;

    /** Silence, then a buzz as long as the text, then silence. */
    private static final Speech BUZZ = utterance -> {
        short[] samples = new short[RATE / 10 + RATE / 20 * utterance.text().length()];
        for (int n = RATE / 20; n < samples.length - RATE / 20; n++) {
            samples[n] = (short) (n % (20 + utterance.pitch()) == 0 ? 20_000 : 1_000);
        }
        return new SpokenSound(RATE, samples);
    };

    @Test
    void speech_is_where_the_label_says_and_its_twin_is_as_long_and_nobodys() {
        List<LabelledSample> samples = LabelledSet.SPEECH.samples(20, BUZZ);
        for (int i = 0; i < samples.size(); i += 2) {
            Spoken spoken = samples.get(i).spoken().orElseThrow();
            double[] clip = sound(samples.get(i));
            assertThat(samples.get(i).label()).isEqualTo("speech");
            int from = (int) (spoken.from().toNanos() * RATE / 1_000_000_000.0 + 0.5);
            int to = (int) (spoken.to().toNanos() * RATE / 1_000_000_000.0 + 0.5);
            assertThat(power(clip, from, to)).isGreaterThan(1.5 * power(clip, 0, from));
            assertThat(spoken.isIn((int) (spoken.from().dividedBy(spoken.frame())) - 1))
                    .isFalse();
            assertThat(spoken.isIn((int) (spoken.from().dividedBy(spoken.frame())) + 1))
                    .isTrue();
            assertThat(samples.get(i + 1).label()).isEqualTo("no speech");
            assertThat(samples.get(i + 1).spoken()).isEmpty();
            double[] twin = sound(samples.get(i + 1));
            assertThat(twin).hasSameSizeAs(clip);
            if (NoVoice.values()[i / 2 % NoVoice.values().length] != NoVoice.SILENCE) {
                assertThat(power(twin, from, to) / power(clip, from, to)).isBetween(0.7, 1.4);
            }
        }
    }

    @Test
    void without_a_voice_nothing_is_said() {
        assertThat(LabelledSet.SPEECH.isSpoken()).isTrue();
        assertThat(LabelledSet.PAGES.isSpoken()).isFalse();
        assertThatThrownBy(() -> LabelledSet.WAKE_WORDS.samples(1)).hasMessageContaining("nobody is here to say");
    }

    private static double[] sound(LabelledSample sample) {
        byte[] wav = sample.parts().get(0).file().orElseThrow().bytes();
        ShortBuffer samples = ByteBuffer.wrap(wav, 44, wav.length - 44)
                .order(ByteOrder.LITTLE_ENDIAN)
                .asShortBuffer();
        double[] sound = new double[samples.remaining()];
        for (int n = 0; n < sound.length; n++) {
            sound[n] = samples.get(n) / 32768.0;
        }
        return sound;
    }

    private static double power(double[] sound, int from, int to) {
        return Arrays.stream(sound, from, to).map(sample -> sample * sample).sum() / (to - from);
    }

    @Tag("sized")
    @ParameterizedTest
    @EnumSource(LabelledSet.class)
    void no_sample_is_asked_twice_and_each_run_asks_the_same(LabelledSet set) {
        int many = TestSize.of(4, 12);
        List<LabelledSample> samples = set.samples(many, BUZZ);
        assertThat(samples).extracting(LabelledSample::identity).hasSize(many).doesNotHaveDuplicates();
        assertThat(set.samples(many - 2, BUZZ))
                .extracting(LabelledSample::identity)
                .isEqualTo(samples.stream()
                        .limit(many - 2)
                        .map(LabelledSample::identity)
                        .toList());
    }

    @Tag("sized")
    @Test
    void pages_tell_where_their_lines_are_and_do_not_let_them_touch() {
        for (LabelledSample page : LabelledSet.PAGES.samples(TestSize.of(4, 12))) {
            List<Answer.Box> boxes = page.boxes().orElseThrow().found();
            assertThat(boxes).hasSameSizeAs(page.label().split("\n", -1));
            assertThat(boxes).allSatisfy(box -> {
                assertThat(box.left()).isNotNegative().isLessThan(box.right());
                assertThat(box.top()).isNotNegative().isLessThan(box.bottom());
                assertThat(box.right()).isLessThanOrEqualTo(LabelledSet.SEEN);
                assertThat(box.bottom()).isLessThanOrEqualTo(LabelledSet.SEEN);
            });
            for (int i = 0; i < boxes.size(); i++) {
                for (int j = 0; j < i; j++) {
                    assertThat(boxes.get(i).overlap(boxes.get(j))).isZero();
                }
            }
        }
    }

    @Test
    void a_third_of_the_pages_stand_on_their_head_and_their_first_line_is_the_lowest() {
        LabelledSample turned = LabelledSet.PAGES.samples(3).get(2);
        List<Answer.Box> boxes = turned.boxes().orElseThrow().found();
        assertThat(boxes.get(0).top()).isGreaterThan(boxes.get(2).top());
    }
}
