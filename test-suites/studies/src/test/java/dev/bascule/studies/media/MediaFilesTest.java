package dev.bascule.studies.media;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.awt.image.BufferedImage;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import javax.imageio.ImageIO;
import javax.sound.sampled.AudioInputStream;
import javax.sound.sampled.AudioSystem;
import org.junit.jupiter.api.Test;

/** What is written is what other readers read. */
class MediaFilesTest {

    @Test
    void a_png_file_has_each_pixel_as_it_was() throws Exception {
        Rgb picture = MediaSamples.picture(33, 21);
        BufferedImage read = ImageIO.read(new ByteArrayInputStream(PngFile.of(picture)));

        assertThat(read.getWidth()).isEqualTo(33);
        assertThat(read.getHeight()).isEqualTo(21);
        assertThat(Rgb.of(33, 21, (x, y, colour) -> read.getRGB(x, y) >> 8 * (2 - colour) & 0xFF)
                        .bytes())
                .isEqualTo(picture.bytes());
    }

    @Test
    void a_wav_file_has_each_sample_as_it_was_rounded() throws Exception {
        float[] sound = {0, 0.5f, -0.5f, 1, -1, 1.5f, -3, 1e-6f};
        try (AudioInputStream read =
                AudioSystem.getAudioInputStream(new ByteArrayInputStream(WavFile.of16Bits(sound, 16_000)))) {
            assertThat(read.getFormat().getSampleRate()).isEqualTo(16_000);
            assertThat(read.getFormat().getSampleSizeInBits()).isEqualTo(16);
            byte[] data = read.readAllBytes();
            assertThat(data).hasSize(2 * sound.length);
            float[] rounded = WavFile.rounded(sound);
            for (int i = 0; i < sound.length; i++) {
                short sample = (short) (data[2 * i] & 0xFF | data[2 * i + 1] << 8);
                assertThat(sample / 32768f).isEqualTo(rounded[i]);
            }
        }
    }

    @Test
    void a_wav_file_of_floats_loses_nothing() throws Exception {
        float[] sound = {0.123456789f, -2, 1e-9f};
        try (AudioInputStream read =
                AudioSystem.getAudioInputStream(new ByteArrayInputStream(WavFile.ofFloats(sound, 44_100)))) {
            java.nio.ByteBuffer data =
                    java.nio.ByteBuffer.wrap(read.readAllBytes()).order(java.nio.ByteOrder.LITTLE_ENDIAN);
            for (float sample : sound) {
                assertThat(data.getFloat()).isEqualTo(sample);
            }
        }
    }

    @Test
    void a_y4m_file_has_its_header_and_its_planes() {
        byte[] file = Y4mFile.of(Rgb.of(4, 2, (x, y, colour) -> colour == 0 ? 255 : 0), 2, 10);
        String header = "YUV4MPEG2 W4 H2 F10:1 Ip A1:1 C420jpeg\n";

        assertThat(new String(file, 0, header.length(), StandardCharsets.US_ASCII))
                .isEqualTo(header);
        assertThat(file).hasSize(header.length() + 2 * (6 + 8 + 2 + 2));
        int at = header.length();
        assertThat(new String(file, at, 6, StandardCharsets.US_ASCII)).isEqualTo("FRAME\n");
        // Red, by BT.601 in the limited range.
        assertThat(file[at + 6] & 0xFF).isEqualTo(81);
        assertThat(file[at + 6 + 8] & 0xFF).isEqualTo(90);
        assertThat(file[at + 6 + 10] & 0xFF).isEqualTo(240);
    }

    @Test
    void black_and_white_are_the_ends_of_the_limited_range() {
        byte[] black = Y4mFile.of(Rgb.of(2, 2, (x, y, colour) -> 0), 1, 1);
        byte[] white = Y4mFile.of(Rgb.of(2, 2, (x, y, colour) -> 255), 1, 1);

        assertThat(black[black.length - 6] & 0xFF).isEqualTo(16);
        assertThat(white[white.length - 6] & 0xFF).isEqualTo(235);
        assertThat(black[black.length - 1] & 0xFF).isEqualTo(128);
        assertThat(white[white.length - 1] & 0xFF).isEqualTo(128);
    }

    @Test
    void a_picture_of_odd_sides_is_no_picture_of_half_the_colours() {
        assertThatIllegalArgumentException().isThrownBy(() -> Y4mFile.of(MediaSamples.picture(3, 2), 1, 1));
    }
}
