package dev.bascule.models.inputs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.bascule.fallback.error.BasculeException;
import dev.bascule.fallback.error.ErrorCode;
import dev.bascule.fallback.process.ChildLimits;
import dev.bascule.fallback.process.ChildServer;
import dev.bascule.fallback.testing.TestSize;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.zip.CRC32;
import java.util.zip.DeflaterOutputStream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Pictures that were made to hurt who decodes them. */
@Tag("attack")
@Tag("slow")
class PictureChildTest {
    private static final long SEED = 20261124;
    private static final ChildLimits LIMITS = new ChildLimits(256, 1024, 1 << 20, Duration.ofSeconds(5));

    @TempDir
    Path folder;

    private static BufferedImage noise() {
        BufferedImage image = new BufferedImage(37, 23, BufferedImage.TYPE_INT_RGB);
        Random random = new Random(SEED);
        for (int y = 0; y < image.getHeight(); y++) {
            for (int x = 0; x < image.getWidth(); x++) {
                image.setRGB(x, y, random.nextInt(1 << 24));
            }
        }
        return image;
    }

    private Path written(String format) throws IOException {
        Path file = folder.resolve("picture." + format);
        ImageIO.write(noise(), format, file.toFile());
        return file;
    }

    private static void chunk(DataOutputStream out, String type, byte[] data) throws IOException {
        byte[] name = type.getBytes(StandardCharsets.US_ASCII);
        CRC32 sum = new CRC32();
        sum.update(name);
        sum.update(data);
        out.writeInt(data.length);
        out.write(name);
        out.write(data);
        out.writeInt((int) sum.getValue());
    }

    /** A PNG that says its size, with so many zeros packed into it. */
    private static byte[] png(int width, int height, long zeros) throws IOException {
        ByteArrayOutputStream header = new ByteArrayOutputStream();
        DataOutputStream fields = new DataOutputStream(header);
        fields.writeInt(width);
        fields.writeInt(height);
        fields.write(new byte[] {8, 2, 0, 0, 0});
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (DeflaterOutputStream deflating = new DeflaterOutputStream(packed)) {
            for (long written = 0; written < zeros; written += 1 << 16) {
                deflating.write(new byte[1 << 16]);
            }
        }
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        DataOutputStream out = new DataOutputStream(bytes);
        out.writeLong(0x89504e470d0a1a0aL);
        chunk(out, "IHDR", header.toByteArray());
        chunk(out, "IDAT", packed.toByteArray());
        chunk(out, "IEND", new byte[0]);
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @ValueSource(strings = {"png", "jpg", "gif", "bmp"})
    void a_childs_pixels_are_those_that_this_java_decodes(String format) throws IOException {
        Path file = written(format);
        Pixels here = Pixels.of(ImageIO.read(file.toFile()));
        Pixels there = PictureChild.SHARED.read(file);
        assertThat(there.rgb()).isEqualTo(here.rgb());
        assertThat(there.width()).isEqualTo(37);
        assertThat(PictureChild.SHARED.read(file).rgb()).isEqualTo(there.rgb());
    }

    private static void refused(PictureChild child, Path file, String words) {
        assertThatThrownBy(() -> child.read(file))
                .isInstanceOfSatisfying(
                        BasculeException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INPUT_MISMATCH))
                .hasMessageContaining(file.toString())
                .hasMessageContaining(words);
    }

    @Test
    void a_picture_of_a_few_bytes_that_says_it_is_huge_is_refused_by_its_header() throws IOException {
        refused(
                PictureChild.SHARED,
                Files.write(folder.resolve("huge.png"), png(100_000, 100_000, 1 << 16)),
                "it says that it has 100000 x 100000 pixels");
        refused(
                PictureChild.SHARED,
                Files.write(folder.resolve("bomb.png"), png(46_000, 46_000, 64 << 20)),
                "pixels; a picture may have 50 million");
    }

    @Test
    void no_picture_at_all_is_refused_and_the_next_one_read() throws IOException {
        refused(PictureChild.SHARED, Files.writeString(folder.resolve("text.png"), "text"), "is no PNG, JPEG");
        assertThat(PictureChild.SHARED.read(written("png")).height()).isEqualTo(23);
    }

    @Test
    @Tag("sized")
    void cut_and_flipped_pictures_are_read_or_refused() throws IOException {
        Random random = new Random(SEED);
        Map<String, Integer> outcomes = new TreeMap<>();
        for (int variant = 0; variant < TestSize.of(24, 60); variant++) {
            String format = new String[] {"png", "jpg", "gif", "bmp"}[variant % 4];
            byte[] bytes = Files.readAllBytes(written(format));
            for (int flip = random.nextInt(6); flip >= 0; flip--) {
                bytes[random.nextInt(variant % 3 == 0 ? 64 : bytes.length)] ^= (byte) (1 << random.nextInt(8));
            }
            Path file = Files.write(folder.resolve("variant." + format), bytes);
            outcomes.merge(format + " " + outcome(file), 1, Integer::sum);
        }
        System.out.printf("seed %d: %s%n", SEED, outcomes);
        assertThat(PictureChild.SHARED.read(written("png")).height()).isEqualTo(23);
    }

    private static String outcome(Path file) {
        try {
            PictureChild.SHARED.read(file);
            return "read";
        } catch (BasculeException e) {
            assertThat(e.code()).isEqualTo(ErrorCode.INPUT_MISMATCH);
            assertThat(e.getMessage()).contains("variant.");
            return "refused";
        }
    }

    /** Answers by the file's name. */
    static final class HostileMain {
        private HostileMain() {}

        public static void main(String[] args) throws IOException, InterruptedException {
            ChildServer.serve(
                    file -> {
                        if (file.endsWith("killed.png")) {
                            ProcessHandle self = ProcessHandle.current();
                            new ProcessBuilder("kill", "-KILL", Long.toString(self.pid())).start();
                        }
                        while (file.endsWith("hang.png") || file.endsWith("killed.png")) {
                            Thread.onSpinWait();
                        }
                        return new Pixels(1000, 1000, new byte[3]).bytes();
                    },
                    () -> Runtime.getRuntime().halt(1));
        }
    }

    @Test
    void a_child_that_hangs_is_killed_or_lies_costs_one_picture() throws IOException {
        PictureChild child = new PictureChild(HostileMain.class, LIMITS, Duration.ofSeconds(1), Duration.ofMillis(100));
        refused(child, Files.createFile(folder.resolve("hang.png")), "it took longer than");
        refused(child, Files.createFile(folder.resolve("killed.png")), "SIGKILL");
        refused(child, Files.createFile(folder.resolve("lie.png")), "1000 x 1000 pixels in 11 bytes");
    }
}
