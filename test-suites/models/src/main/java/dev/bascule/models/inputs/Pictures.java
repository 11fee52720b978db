package dev.bascule.models.inputs;

import dev.bascule.fallback.tensor.DType;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Path;

/**
 * Pictures for models that have no pipeline: resized (bilinear, half-pixel centres, aspect ratio not kept, as in
 * {@code browser-runtime/PIPELINES.md}), float types scaled to [0, 1], 8-bit types left at 0 to 255; three channels are R,
 * G, B, one channel is ITU-R BT.601 luma. Alpha is dropped. Stateless.
 */
final class Pictures {
    private Pictures() {}

    /** Decoded by a child, for decoders are complex and files come from anywhere. */
    static Pixels read(Path file) {
        return PictureChild.SHARED.read(file);
    }

    /**
     * The picture as a tensor.
     *
     * @param shape [1, channels, height, width], or [1, height, width, channels]
     * @param channelsFirst which of the two
     */
    static Tensor tensor(Pixels image, DType dtype, Shape shape, boolean channelsFirst) {
        int channels = size(shape, channelsFirst ? 1 : 3);
        int height = size(shape, channelsFirst ? 2 : 1);
        int width = size(shape, channelsFirst ? 3 : 2);
        double scale = dtype.isFloat() ? 1 / 255.0 : 1;
        NumberWriter out = new NumberWriter(dtype, shape);
        if (channelsFirst) {
            for (int channel = 0; channel < channels; channel++) {
                for (int y = 0; y < height; y++) {
                    for (int x = 0; x < width; x++) {
                        out.put(scale * level(image, x, y, width, height, channel, channels));
                    }
                }
            }
            return out.tensor();
        }
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                for (int channel = 0; channel < channels; channel++) {
                    out.put(scale * level(image, x, y, width, height, channel, channels));
                }
            }
        }
        return out.tensor();
    }

    private static double level(Pixels image, int x, int y, int width, int height, int channel, int channels) {
        double sx = source(x, width, image.width());
        double sy = source(y, height, image.height());
        int x0 = (int) sx;
        int y0 = (int) sy;
        int x1 = Math.min(x0 + 1, image.width() - 1);
        int y1 = Math.min(y0 + 1, image.height() - 1);
        double fx = sx - x0;
        double fy = sy - y0;
        double top = (1 - fx) * pixel(image, x0, y0, channel, channels) + fx * pixel(image, x1, y0, channel, channels);
        double low = (1 - fx) * pixel(image, x0, y1, channel, channels) + fx * pixel(image, x1, y1, channel, channels);
        return (1 - fy) * top + fy * low;
    }

    private static double source(int target, int targetSize, int sourceSize) {
        double at = (target + 0.5) * sourceSize / targetSize - 0.5;
        return Math.max(0, Math.min(sourceSize - 1.0, at));
    }

    private static double pixel(Pixels image, int x, int y, int channel, int channels) {
        int red = image.at(x, y, 0);
        int green = image.at(x, y, 1);
        int blue = image.at(x, y, 2);
        if (channels == 1) {
            return 0.299 * red + 0.587 * green + 0.114 * blue;
        }
        return channel == 0 ? red : channel == 1 ? green : blue;
    }

    private static int size(Shape shape, int axis) {
        long size = shape.dims().get(axis);
        if (size > Integer.MAX_VALUE) {
            throw InputMismatch.of("a picture of the shape %s cannot be".formatted(shape));
        }
        return (int) size;
    }
}
