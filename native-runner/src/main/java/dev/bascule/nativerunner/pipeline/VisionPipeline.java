package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.driver.RefusedException;
import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Map;
import java.util.OptionalLong;

/** A picture to a normalised [1,3,height,width] tensor: bilinear, half-pixel centres, no antialiasing. Stateless. */
final class VisionPipeline {
    private VisionPipeline() {}

    static OpenPipeline open(PipelineSpec.Vision spec, byte[] file) throws RefusedException {
        if (spec.mean().size() != 3 || spec.std().size() != 3) {
            throw new RefusedException("BadNormalisation", "mean and std have one value for each of 3 channels");
        }
        return nanos -> {
            long start = nanos.getAsLong();
            Picture picture = Picture.decode(file);
            long decoded = nanos.getAsLong();
            Map<String, Tensor> tensors = Map.of(
                    "pixel_values",
                    Tensor.floats(Shape.of(1, 3, spec.height(), spec.width()), normalised(spec, picture)));
            return new OpenPipeline.Made(tensors, OptionalLong.of(decoded - start), nanos.getAsLong() - decoded);
        };
    }

    static float[] normalised(PipelineSpec.Vision spec, Picture picture) {
        int plane = spec.width() * spec.height();
        float[] values = new float[3 * plane];
        for (int y = 0; y < spec.height(); y++) {
            Between row = Between.of(y, picture.height(), spec.height());
            for (int x = 0; x < spec.width(); x++) {
                Between column = Between.of(x, picture.width(), spec.width());
                for (int c = 0; c < 3; c++) {
                    double value = (1 - row.part) * across(picture, row.low, column, c)
                            + row.part * across(picture, row.high, column, c);
                    values[c * plane + y * spec.width() + x] = (float)
                            ((value / 255 - spec.mean().get(c)) / spec.std().get(c));
                }
            }
        }
        return values;
    }

    private static double across(Picture picture, int y, Between column, int channel) {
        return (1 - column.part) * picture.at(column.low, y, channel)
                + column.part * picture.at(column.high, y, channel);
    }

    /** Where a target pixel's centre falls between two source pixels. */
    private record Between(int low, int high, double part) {
        static Between of(int target, int sourceSize, int targetSize) {
            double at = (target + 0.5) * sourceSize / targetSize - 0.5;
            double clamped = Math.max(0, Math.min(at, sourceSize - 1));
            int low = (int) Math.floor(clamped);
            return new Between(low, Math.min(low + 1, sourceSize - 1), clamped - low);
        }
    }
}
