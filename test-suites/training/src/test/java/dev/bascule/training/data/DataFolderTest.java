package dev.bascule.training.data;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.bascule.fallback.cache.CacheFolder;
import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.models.zoo.PcmWav;
import java.awt.image.BufferedImage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DataFolderTest {
    @TempDir
    Path folder;

    @Test
    void pictures_of_a_folder_for_each_class_are_read_with_the_folders_names() throws IOException {
        for (int i = 0; i < 5; i++) {
            picture("cat/%d.png".formatted(i), 4, 3, 0x101010 * (i + 1));
            picture("dog/%d.png".formatted(i), 4, 3, 0x101010 * (i + 6));
        }
        Files.writeString(folder.resolve("cat/.DS_Store"), "hidden");
        LabelledData data = data();
        assertThat(data.name()).isEqualTo(folder.getFileName().toString());
        assertThat(data.classes()).containsExactly("cat", "dog");
        assertThat(data.sample()).isEqualTo(Shape.of(1, 3, 4));
        assertThat(data.origin()).contains("10 pictures", "4x3 pixels", "all grey");
        assertThat(data.train().count()).isEqualTo(8);
        assertThat(data.test().count()).isEqualTo(2);
        double level =
                data.test().samples().data().getFloat(0) * data.normalisation().deviation()
                        + data.normalisation().mean();
        int place = data.split().test().get(0);
        assertThat(Math.round(level * 255)).isEqualTo(0x10 * (place + 1));
    }

    @Test
    void one_picture_with_a_color_makes_all_have_three_channels() throws IOException {
        for (int i = 0; i < 4; i++) {
            picture("a/%d.png".formatted(i), 2, 2, 0x010101 * i);
            picture("b/%d.png".formatted(i), 2, 2, 0x800000 + i);
        }
        assertThat(data().sample()).isEqualTo(Shape.of(3, 2, 2));
    }

    @Test
    void sounds_are_filled_up_to_the_longest() throws IOException {
        for (int i = 0; i < 4; i++) {
            sound("high/%d.wav".formatted(i), 8000, 100 - i);
            sound("low/%d.wav".formatted(i), 8000, 50 + i);
        }
        LabelledData data = data();
        assertThat(data.sample()).isEqualTo(Shape.of(1, 100));
        assertThat(data.origin()).contains("8 sounds", "100 samples at 8000 Hz", "7 shorter ones are filled up");
    }

    @Test
    void arrays_are_divided_as_their_split_says() throws IOException {
        array("samples.npy", "<f4", "(6, 2)", bytes(12 * 4, i -> (byte) (i % 4 == 3 ? 0x40 : i)));
        array("labels.npy", "|u1", "(6,)", new byte[] {0, 1, 2, 2, 1, 0});
        array("split.npy", "|b1", "(6,)", new byte[] {0, 0, 0, 1, 1, 1});
        LabelledData data = data();
        assertThat(data.split().train()).containsExactly(0, 1, 2);
        assertThat(data.split().test()).containsExactly(3, 4, 5);
        assertThat(data.split().rule()).contains("split.npy");
        assertThat(data.test().label(0)).isEqualTo(2);
        assertThat(data.dtype()).isEqualTo(DType.FLOAT32);
    }

    @Test
    void rows_of_whole_numbers_are_tokens_and_stay_as_they_are() throws IOException {
        array("samples.npy", "<i4", "(6, 2)", bytes(12 * 4, i -> (byte) (i % 4 == 0 ? i / 4 : 0)));
        array("labels.npy", "|u1", "(6,)", new byte[] {0, 1, 0, 1, 0, 1});
        LabelledData data = data();
        assertThat(data.dtype()).isEqualTo(DType.INT64);
        assertThat(data.vocabulary()).hasValue(12);
        assertThat(data.normalisation()).isEqualTo(Normalisation.NONE);
        assertThat(data.train().samples().data().getLong(0))
                .isEqualTo(2L * data.split().train().get(0));
    }

    @Test
    void one_class_an_empty_class_and_what_is_no_sample_are_refused() throws IOException {
        picture("only/1.png", 2, 2, 1);
        refused("has 1 folders");
        Files.createDirectories(folder.resolve("void"));
        refused("the class", "void", "has no file");
        Files.writeString(folder.resolve("void/readme.txt"), "hello");
        refused("readme.txt' is no PNG, JPEG or WAV file");
        sound("void/1.wav", 8000, 10);
        Files.delete(folder.resolve("void/readme.txt"));
        refused("1.wav' is no PNG");
    }

    @Test
    void pictures_of_two_sizes_and_what_cannot_be_decoded_are_refused_with_their_names() throws IOException {
        picture("a/1.png", 2, 2, 1);
        picture("b/2.png", 3, 2, 2);
        refused("2.png' has 3x2 pixels", "1.png' has 2x2");
        Files.writeString(folder.resolve("b/2.png"), "no picture");
        refused("2.png");
    }

    @Test
    void sounds_of_two_rates_are_refused() throws IOException {
        sound("a/1.wav", 8000, 10);
        sound("b/2.wav", 16000, 10);
        refused("2.wav' has 16000 samples a second", "1.wav' has 8000");
        sound("b/2.wav", 8000, 16_001);
        refused("2.wav' has 16,001 samples");
    }

    @Test
    void labels_that_are_out_of_range_or_leave_a_class_out_are_refused() throws IOException {
        array("samples.npy", "<f4", "(4, 1)", bytes(16, i -> (byte) (i % 4 == 2 ? i : 0)));
        array("labels.npy", "|i1", "(4,)", new byte[] {0, 1, 3, 0});
        refused("has no sample of the classes [2]");
        array("labels.npy", "|i1", "(4,)", new byte[] {0, 1, -1, 0});
        refused("labels from -1 to 1");
        array("labels.npy", "<i2", "(4,)", new byte[] {0, 0, 1, 0, 0, 120, 1, 0});
        refused("labels from 0 to 30720");
        array("labels.npy", "|i1", "(4,)", new byte[4]);
        refused("one class");
        array("labels.npy", "|i1", "(3,)", new byte[3]);
        refused("4 samples want int64[4]");
        array("labels.npy", "<f2", "(4,)", new byte[8]);
        refused("float16[4]");
        Files.delete(folder.resolve("labels.npy"));
        refused("there is no such file");
    }

    @Test
    void arrays_of_nothing_are_refused_as_what_they_are() throws IOException {
        array("samples.npy", "<f4", "(0, 2)", new byte[0]);
        array("labels.npy", "|i1", "(0,)", new byte[0]);
        refused("has no sample");
        array("samples.npy", "<f4", "(4, 1)", bytes(16, i -> (byte) (i % 4 == 2 ? i : 0)));
        refused("4 samples want int64[4]");
    }

    @Test
    void numbers_that_are_not_finite_are_refused_with_the_sample_that_has_them() throws IOException {
        array("samples.npy", "<f4", "(4, 2)", bytes(32, i -> (byte) (i == 22 ? 0xC0 : i == 23 ? 0x7F : 0)));
        array("labels.npy", "|i1", "(4,)", new byte[] {0, 1, 0, 1});
        refused("sample 2 of", "NaN");
    }

    @Test
    void a_split_of_other_numbers_and_one_that_holds_nothing_back_are_refused() throws IOException {
        array("samples.npy", "<f4", "(4, 1)", bytes(16, i -> (byte) (i % 4 == 2 ? i : 0)));
        array("labels.npy", "|i1", "(4,)", new byte[] {0, 1, 0, 1});
        array("split.npy", "|i1", "(4,)", new byte[] {0, 1, 2, 0});
        refused("other numbers than 0 and 1");
        array("split.npy", "|i1", "(4,)", new byte[4]);
        refused("has no sample of [0, 1] that is held back");
    }

    @Test
    @Tag("attack")
    void a_pipe_in_the_place_of_a_sample_is_not_waited_for() throws Exception {
        picture("a/1.png", 2, 2, 1);
        Path pipe = file("b/2.png");
        assumeTrue(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor() == 0, "no mkfifo");
        refused("2.png", "a pipe");
        Files.delete(folder.resolve("a/1.png"));
        Files.move(pipe, pipe.resolveSibling("2.wav"));
        sound("a/1.wav", 8000, 10);
        refused("2.wav", "a pipe");
    }

    /** A header may say anything. */
    @Test
    @Tag("attack")
    void more_than_is_read_and_less_than_a_sample_are_refused() throws IOException {
        array("samples.npy", "<f4", "(4, 0)", new byte[0]);
        array("labels.npy", "|i1", "(4,)", new byte[] {0, 1, 0, 1});
        refused("which is nothing");
        array("samples.npy", "<f4", "(4,)", new byte[16]);
        refused("a sample has a dimension at least");
        assertThatThrownBy(() -> DataLimits.require(folder, 3, new Shape(List.of(1L << 62, 4L)), 4))
                .hasMessageContaining("more than 1,073,741,824 bytes");
        assertThatThrownBy(() -> DataLimits.require(folder, 200_001, Shape.of(1), 4))
                .hasMessageContaining("at most 200,000");
        DataLimits.require(folder, 200_000, Shape.of(1, 28, 28), 4);
    }

    private LabelledData data() {
        return new DataSets(new CacheFolder(folder.resolve("cache"))).of(folder.toString());
    }

    private void refused(String... why) {
        assertThatThrownBy(this::data).isInstanceOfSatisfying(BasculeException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.DATA_INVALID);
            assertThat(e.getMessage()).contains(why);
            assertThat(e.failure().remedies()).isNotEmpty();
        });
    }

    private void picture(String name, int width, int height, int rgb) throws IOException {
        BufferedImage image = new BufferedImage(width, height, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < width * height; i++) {
            image.setRGB(i % width, i / width, rgb);
        }
        ImageIO.write(image, "png", file(name).toFile());
    }

    private void sound(String name, int rate, int length) throws IOException {
        double[] samples = new double[length];
        for (int i = 0; i < length; i++) {
            samples[i] = i % 2 == 0 ? 0.5 : -0.25;
        }
        Files.write(file(name), PcmWav.of(samples, rate));
    }

    private void array(String name, String type, String shape, byte[] data) throws IOException {
        NpyText.write(file(name), type, shape, data);
    }

    private Path file(String name) throws IOException {
        Path file = folder.resolve(name);
        Files.createDirectories(file.getParent());
        return file;
    }

    private interface At {
        byte at(int index);
    }

    private static byte[] bytes(int count, At at) {
        byte[] bytes = new byte[count];
        for (int i = 0; i < count; i++) {
            bytes[i] = at.at(i);
        }
        return bytes;
    }
}
