package dev.bascule.models.zoo;

import static org.assertj.core.api.Assertions.assertThat;

import ai.djl.huggingface.tokenizers.Encoding;
import ai.djl.huggingface.tokenizers.HuggingFaceTokenizer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.bascule.fallback.cache.Sha256;
import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.HashSet;
import java.util.Set;
import java.util.stream.DoubleStream;
import javax.imageio.ImageIO;
import javax.sound.sampled.AudioFormat;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class SampleAssetsTest {

    @Test
    void the_sound_is_one_and_a_half_seconds_of_sixteen_kilohertz_mono() throws Exception {
        byte[] wav = SampleAssets.SPEECH.bytes();
        try (AudioInputStream in = AudioSystem.getAudioInputStream(new ByteArrayInputStream(wav))) {
            assertThat(in.getFormat().getSampleRate()).isEqualTo(16_000);
            assertThat(in.getFormat().getChannels()).isEqualTo(1);
            assertThat(in.getFormat().getEncoding()).isEqualTo(AudioFormat.Encoding.PCM_SIGNED);
            assertThat(in.getFrameLength()).isEqualTo(24_000);
        }
    }

    @Test
    void the_sound_is_the_same_on_every_machine_and_neither_silent_nor_clipped() {
        assertThat(Sha256.of(SampleAssets.SPEECH.bytes()))
                .isEqualTo("6cc93ed93731e23d8e0769eb65c103c13d29e977da7c61f7d08209d5d7dc7e54");
        double[] samples = SampleSpeech.samples();
        assertThat(DoubleStream.of(samples).map(Math::abs).max()).hasValue(0.6);
        assertThat(Math.sqrt(DoubleStream.of(samples).map(x -> x * x).average().orElseThrow()))
                .isBetween(0.05, 0.3);
    }

    @Test
    void the_picture_has_the_same_pixels_on_every_machine() throws IOException {
        BufferedImage image = ImageIO.read(new ByteArrayInputStream(SampleAssets.PICTURE.bytes()));
        ByteBuffer pixels = ByteBuffer.allocate(image.getWidth() * image.getHeight() * 4);
        Set<Integer> colors = new HashSet<>();
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                pixels.putInt(image.getRGB(x, y));
                colors.add(image.getRGB(x, y));
            }
        }
        assertThat(image.getWidth()).isEqualTo(96);
        assertThat(image.getHeight()).isEqualTo(72);
        assertThat(colors).hasSizeGreaterThan(1000);
        // The file's bytes depend on the JDK's deflater, the pixels do not.
        assertThat(Sha256.of(pixels.array()))
                .isEqualTo("b4873dc6e18acf11a73bf41787042e410b1788cb79d8a7f1560719ec6d891f3a");
    }

    @Test
    void the_vocabulary_has_as_many_entries_as_the_small_text_model() throws IOException {
        JsonNode tokenizer = new ObjectMapper().readTree(SampleAssets.TOKENIZER.bytes());
        JsonNode vocabulary = tokenizer.path("model").path("vocab");
        Set<Integer> ids = new HashSet<>();
        vocabulary.forEach(id -> ids.add(id.intValue()));

        assertThat(vocabulary).hasSize(SampleAssets.VOCABULARY);
        assertThat(ids).hasSize(SampleAssets.VOCABULARY).contains(0, SampleAssets.VOCABULARY - 1);
        for (char letter = 'a'; letter <= 'z'; letter++) {
            assertThat(vocabulary.has(String.valueOf(letter))).isTrue();
            assertThat(vocabulary.has("##" + letter)).isTrue();
        }
        assertThat(SampleAssets.TOKENIZER.bytes().length).isLessThan(60_000);
    }

    @Test
    @Tag("native")
    void the_tokenizer_spells_every_ascii_text_without_an_unknown_token() throws IOException {
        try (HuggingFaceTokenizer tokenizer =
                HuggingFaceTokenizer.newInstance(new ByteArrayInputStream(SampleAssets.TOKENIZER.bytes()), null)) {
            Encoding sentence = tokenizer.encode(SampleAssets.SENTENCE);
            assertThat(sentence.getTokens()).startsWith("[CLS]", "a", "bridge").endsWith(".", "[SEP]");
            assertThat(sentence.getIds().length).isBetween(16, 31);

            StringBuilder ascii = new StringBuilder();
            for (char c = ' '; c < 127; c++) {
                ascii.append(c)
                        .append(' ')
                        .append(c)
                        .append(c)
                        .append('x')
                        .append(c)
                        .append(' ');
            }
            assertThat(tokenizer.encode(ascii.toString()).getTokens()).doesNotContain("[UNK]");
            assertThat(tokenizer.encode("Caf\u00e9").getTokens()).containsSubsequence("##f", "##e");
            // Negative control: what it cannot spell it says it cannot.
            assertThat(tokenizer.encode("\u6a4b").getTokens()).contains("[UNK]");
        }
    }
}
