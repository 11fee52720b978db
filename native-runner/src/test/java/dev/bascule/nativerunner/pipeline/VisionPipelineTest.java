package dev.bascule.nativerunner.pipeline;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.within;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Shaping;
import dev.bascule.fallback.job.Shaping.Channels;
import dev.bascule.fallback.job.Shaping.Fit;
import dev.bascule.fallback.job.Shaping.Layout;
import dev.bascule.fallback.job.Shaping.Resampling;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.Test;

class VisionPipelineTest {
    private static final List<Double> NONE = List.of(0.0, 0.0, 0.0);
    private static final List<Double> UNIT = List.of(1.0, 1.0, 1.0);

    @Test
    void a_picture_of_the_right_size_keeps_its_pixels_channel_by_channel() throws Exception {
        BufferedImage image = new BufferedImage(2, 1, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, 0xFF8000);
        image.setRGB(1, 0, 0x0040C0);
        Tensor tensor = run(image, 2, 1, NONE, UNIT);
        assertThat(tensor.shape()).isEqualTo(Shape.of(1, 3, 1, 2));
        assertThat(values(tensor)).containsExactly(1f, 0f, 128 / 255f, 64 / 255f, 0f, 192 / 255f);
    }

    @Test
    void mean_and_deviation_are_those_of_the_channel() throws Exception {
        BufferedImage image = new BufferedImage(1, 1, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, 0xFFFFFF);
        Tensor tensor = run(image, 1, 1, List.of(0.5, 0.25, 0.0), List.of(0.5, 0.25, 2.0));
        assertThat(values(tensor)).containsExactly(1f, 3f, 0.5f);
    }

    @Test
    void enlarging_interpolates_between_pixel_centres() throws Exception {
        BufferedImage image = new BufferedImage(2, 1, BufferedImage.TYPE_INT_RGB);
        image.setRGB(1, 0, 0xFFFFFF);
        // Centres of the four fall at -0.25, 0.25, 0.75 and 1.25 of the two; the outer ones are clamped.
        float[] red = values(run(image, 4, 1, NONE, UNIT));
        assertThat(red[0]).isZero();
        assertThat(red[1]).isEqualTo(0.25f, within(1e-7f));
        assertThat(red[2]).isEqualTo(0.75f, within(1e-7f));
        assertThat(red[3]).isEqualTo(1f);
    }

    @Test
    void shrinking_takes_the_two_nearest_and_does_not_average_more() throws Exception {
        BufferedImage image = new BufferedImage(8, 1, BufferedImage.TYPE_INT_RGB);
        image.setRGB(3, 0, 0xFFFFFF);
        // The single target's centre falls at 3.5: half of pixel 3, half of pixel 4.
        assertThat(values(run(image, 1, 1, NONE, UNIT))[0]).isEqualTo(0.5f, within(1e-7f));
    }

    @Test
    void the_middle_is_cut_out_of_a_picture_whose_shorter_side_has_the_length() throws Exception {
        BufferedImage image = new BufferedImage(6, 2, BufferedImage.TYPE_INT_RGB);
        image.setRGB(2, 0, 0xFF0000);
        image.setRGB(3, 1, 0x00FF00);
        float[] values = shaped(image, 2, 2, new Fit.ShortestEdge(2), Channels.BGR);
        assertThat(values).containsExactly(0, 0, 0, 0, 0, 0, 0, 1, 1, 0, 0, 0);
    }

    @Test
    void a_picture_keeps_its_aspect_ratio_and_what_is_left_has_the_value() throws Exception {
        BufferedImage image = new BufferedImage(2, 1, BufferedImage.TYPE_INT_RGB);
        image.setRGB(0, 0, 0xFFFFFF);
        float[] grey = shaped(image, 3, 1, new Fit.Pad(-7), Channels.GRAY);
        assertThat(grey).containsExactly(1, 0, -7);
        assertThat(shaped(image, 2, 3, new Fit.Pad(-7), Channels.GRAY)).containsExactly(1, 0, -7, -7, -7, -7);
    }

    private static float[] shaped(BufferedImage image, int width, int height, Fit fit, Channels channels)
            throws Exception {
        Shaping shaping = new Shaping(Resampling.NEAREST, false, fit, 1 / 255.0, channels, Layout.NCHW);
        List<Double> zeros = Collections.nCopies(channels.count(), 0.0);
        List<Double> ones = Collections.nCopies(channels.count(), 1.0);
        return values(Pipelines.run(
                        new PipelineSpec.Vision(width, height, zeros, ones, Optional.of(shaping)),
                        Map.of("image", png(image)),
                        Optional.empty())
                .get("pixel_values"));
    }

    @Test
    void grey_is_not_brightened_on_its_way_to_rgb() {
        BufferedImage image = new BufferedImage(1, 1, BufferedImage.TYPE_BYTE_GRAY);
        image.getRaster().setSample(0, 0, 0, 100);
        // getRGB would say 167 or so: Java's grey is linear.
        assertThat(Picture.of(image).rgb()).containsExactly(100, 100, 100);
    }

    @Test
    void palettes_opaque_alpha_and_sixteen_bits_are_read() throws Exception {
        BufferedImage palette = new BufferedImage(1, 1, BufferedImage.TYPE_BYTE_INDEXED);
        palette.setRGB(0, 0, 0xFF0000);
        assertThat(decoded(palette).rgb()).containsExactly(255, 0, 0);
        BufferedImage clear = new BufferedImage(1, 1, BufferedImage.TYPE_INT_ARGB);
        clear.setRGB(0, 0, 0xFF102030);
        assertThat(decoded(clear).rgb()).containsExactly(0x10, 0x20, 0x30);
        BufferedImage deep = new BufferedImage(1, 1, BufferedImage.TYPE_USHORT_GRAY);
        deep.getRaster().setSample(0, 0, 0, 0x8080);
        assertThat(decoded(deep).rgb()).containsExactly(0x80, 0x80, 0x80);
    }

    @Test
    void a_jpeg_comes_close() throws Exception {
        BufferedImage image = new BufferedImage(16, 16, BufferedImage.TYPE_INT_RGB);
        for (int i = 0; i < 256; i++) {
            image.setRGB(i % 16, i / 16, 0x60A020);
        }
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "jpeg", out);
        int[] rgb = Picture.decode(out.toByteArray()).rgb();
        assertThat(rgb[0]).isCloseTo(0x60, within(3));
        assertThat(rgb[1]).isCloseTo(0xA0, within(3));
        assertThat(rgb[2]).isCloseTo(0x20, within(3));
    }

    @Test
    void what_is_no_picture_is_refused() {
        assertThatThrownBy(() -> Picture.decode(new byte[] {1, 2, 3}))
                .isInstanceOf(RefusedException.class)
                .hasMessageContaining("not supported");
    }

    private static Tensor run(BufferedImage image, int width, int height, List<Double> mean, List<Double> std)
            throws Exception {
        return Pipelines.run(
                        new PipelineSpec.Vision(width, height, mean, std),
                        Map.of("image", png(image)),
                        Optional.empty())
                .get("pixel_values");
    }

    private static Picture decoded(BufferedImage image) throws Exception {
        return Picture.decode(png(image));
    }

    private static byte[] png(BufferedImage image) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        ImageIO.write(image, "png", out);
        return out.toByteArray();
    }

    private static float[] values(Tensor tensor) {
        float[] values = new float[(int) tensor.shape().elements()];
        tensor.data().asFloatBuffer().get(values);
        return values;
    }
}
