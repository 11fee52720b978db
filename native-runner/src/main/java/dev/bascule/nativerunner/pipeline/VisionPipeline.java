package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.job.Shaping;
import dev.bascule.fallback.job.Shaping.Channels;
import dev.bascule.fallback.job.Shaping.Layout;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;

/** A picture to a normalised tensor. Stateless. */
final class VisionPipeline {
    private VisionPipeline() {}

    static OpenPipeline open(PipelineSpec.Vision spec, byte[] file) throws RefusedException {
        int channels = spec.shaped().channels().count();
        if (spec.mean().size() != channels || spec.std().size() != channels) {
            throw new RefusedException(
                    "BadNormalisation", "mean and std have one value for each of %d channels".formatted(channels));
        }
        Placement.require(spec);
        Shape shape = spec.shaped().layout() == Layout.NCHW
                ? Shape.of(1, channels, spec.height(), spec.width())
                : Shape.of(1, spec.height(), spec.width(), channels);
        return nanos -> {
            long start = nanos.getAsLong();
            Picture picture = Picture.decode(file);
            long decoded = nanos.getAsLong();
            Map<String, Tensor> tensors = Map.of("pixel_values", Tensor.floats(shape, normalised(spec, picture)));
            return new OpenPipeline.Made(tensors, OptionalLong.of(decoded - start), nanos.getAsLong() - decoded);
        };
    }

    static float[] normalised(PipelineSpec.Vision spec, Picture picture) {
        Shaping shaping = spec.shaped();
        Placement place = Placement.of(spec, picture.width(), picture.height());
        int channels = shaping.channels().count();
        float[] values = new float[channels * spec.width() * spec.height()];
        Arrays.fill(values, (float) place.padding());
        for (int c = 0; c < channels; c++) {
            double[] plane = Resampler.of(shaping)
                    .resize(
                            plane(picture, shaping.channels(), c),
                            picture.width(),
                            picture.height(),
                            place.width(),
                            place.height());
            for (int y = 0; y < place.rows(); y++) {
                for (int x = 0; x < place.columns(); x++) {
                    double value = plane[(y + place.top()) * place.width() + x + place.left()];
                    int at = shaping.layout() == Layout.NCHW
                            ? (c * spec.height() + y) * spec.width() + x
                            : (y * spec.width() + x) * channels + c;
                    values[at] = (float) ((value * shaping.scale() - spec.mean().get(c))
                            / spec.std().get(c));
                }
            }
        }
        return values;
    }

    private static int[] plane(Picture picture, Channels channels, int channel) {
        int[] plane = new int[picture.width() * picture.height()];
        for (int i = 0; i < plane.length; i++) {
            plane[i] = channels == Channels.GRAY
                    ? grey(picture.rgb(), 3 * i)
                    : picture.rgb()[3 * i + (channels == Channels.RGB ? channel : 2 - channel)];
        }
        return plane;
    }

    /** ITU-R 601's luma, in the whole numbers that Pillow has. */
    private static int grey(int[] rgb, int at) {
        return (rgb[at] * 19595 + rgb[at + 1] * 38470 + rgb[at + 2] * 7471 + 0x8000) >> 16;
    }
}
