package dev.bascule.models.inputs;

import dev.bascule.fallback.job.PipelineSpec;
import dev.bascule.fallback.tensor.Shape;
import dev.bascule.fallback.tensor.Tensor;
import java.nio.file.Path;

/**
 * Cuts parts out of a picture and makes them what a model reads: resized to its height, the aspect ratio kept, by
 * {@code browser-runtime/PIPELINES.md}'s plain bilinear filter; what is left at the right is 0. Immutable.
 */
public final class PictureCuts {
    private static final int CHANNELS = 3;
    private static final double LEVELS = 255;

    private final Pixels picture;

    private PictureCuts(Pixels picture) {
        this.picture = picture;
    }

    /** Decoded by a child. */
    public static PictureCuts of(Path file) {
        return new PictureCuts(Pictures.read(file));
    }

    public int width() {
        return picture.width();
    }

    public int height() {
        return picture.height();
    }

    /**
     * Whole pixels of the picture.
     *
     * @param right the first column that is not of it
     * @param turned whether it is turned by half a circle
     */
    public record Part(int left, int top, int right, int bottom, boolean turned) {
        public Part turnedAround() {
            return new Part(left, top, right, bottom, !turned);
        }
    }

    /** All pixels that a rectangle touches, as far as there are any. */
    public Part part(double left, double top, double right, double bottom) {
        int fromX = (int) Math.max(0, Math.min(width() - 1.0, Math.floor(left)));
        int fromY = (int) Math.max(0, Math.min(height() - 1.0, Math.floor(top)));
        int toX = (int) Math.max(fromX + 1.0, Math.min(width(), Math.ceil(right)));
        int toY = (int) Math.max(fromY + 1.0, Math.min(height(), Math.ceil(bottom)));
        return new Part(fromX, fromY, toX, toY, false);
    }

    /** {@code [1, 3, height, width]}: red, green, blue, each with the pipeline's mean and deviation. */
    public Tensor tensor(Part part, PipelineSpec.Vision spec) {
        int across = part.right() - part.left();
        int down = part.bottom() - part.top();
        int wide = (int) Math.max(1, Math.min(spec.width(), (long) Math.ceil((double) spec.height() * across / down)));
        float[] values = new float[CHANNELS * spec.height() * spec.width()];
        for (int y = 0; y < spec.height(); y++) {
            double sy = source(y, spec.height(), down);
            for (int x = 0; x < wide; x++) {
                double sx = source(x, wide, across);
                for (int channel = 0; channel < CHANNELS; channel++) {
                    values[(channel * spec.height() + y) * spec.width() + x] =
                            (float) ((level(part, sx, sy, channel) / LEVELS
                                            - spec.mean().get(channel))
                                    / spec.std().get(channel));
                }
            }
        }
        return Tensor.floats(Shape.of(1, CHANNELS, spec.height(), spec.width()), values);
    }

    private static double source(int target, int targetSize, int sourceSize) {
        return Math.max(0, Math.min(sourceSize - 1.0, (target + 0.5) * sourceSize / targetSize - 0.5));
    }

    private double level(Part part, double sx, double sy, int channel) {
        int x0 = (int) sx;
        int y0 = (int) sy;
        double fx = sx - x0;
        double fy = sy - y0;
        double above = (1 - fx) * at(part, x0, y0, channel) + fx * at(part, x0 + 1, y0, channel);
        double below = (1 - fx) * at(part, x0, y0 + 1, channel) + fx * at(part, x0 + 1, y0 + 1, channel);
        return (1 - fy) * above + fy * below;
    }

    private int at(Part part, int x, int y, int channel) {
        int column = Math.min(part.left() + x, part.right() - 1);
        int row = Math.min(part.top() + y, part.bottom() - 1);
        return part.turned()
                ? picture.at(part.left() + part.right() - 1 - column, part.top() + part.bottom() - 1 - row, channel)
                : picture.at(column, row, channel);
    }
}
