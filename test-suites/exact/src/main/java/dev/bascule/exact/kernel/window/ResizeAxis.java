package dev.bascule.exact.kernel.window;

import dev.bascule.exact.kernel.UnsupportedOperatorException;

/**
 * How one axis is resized. Its scale is kept as a quotient, so that a coordinate that can be exact is. Immutable.
 *
 * @param in size before
 * @param out size after
 * @param numerator of the scale; a size that is wanted, or the scale itself
 * @param denominator of the scale; a size that is there, or 1
 * @param start of the region of tf_crop_and_resize, as a share of the axis; else 0
 * @param end of it; else 1
 */
record ResizeAxis(int in, int out, double numerator, double denominator, double start, double end) {
    ResizeAxis {
        if (in == 0 && out > 0) {
            throw new IllegalArgumentException("nothing is resized to %d elements".formatted(out));
        }
    }

    /** Of which nothing is asked. */
    static ResizeAxis kept(int size) {
        return new ResizeAxis(size, size, 1, 1, 0, 1);
    }

    /** By a factor. */
    ResizeAxis scaled(double scale) {
        // In float32, as ONNX's own shape inference multiplies.
        return new ResizeAxis(in, (int) Math.floor((float) in * (float) scale), scale, 1, start, end);
    }

    ResizeAxis sized(long size) {
        return new ResizeAxis(in, Math.toIntExact(size), size, in, start, end);
    }

    /** To the size that a scale makes of it, to the nearest, halves up. */
    ResizeAxis rounded(long above, long below) {
        long size = Math.floorDiv(2 * above * in + below, 2 * below);
        return new ResizeAxis(in, Math.toIntExact(size), above, below, start, end);
    }

    ResizeAxis cropped(double from, double to) {
        return new ResizeAxis(in, out, numerator, denominator, from, to);
    }

    /** Whether it is as it was. */
    boolean still() {
        return in == out && numerator == denominator && start == 0 && end == 1;
    }

    /** Where each element after lies on the axis before, by the attribute coordinate_transformation_mode. */
    double[] coordinates(String mode) {
        double[] coordinates = new double[out];
        for (int x = 0; x < out; x++) {
            coordinates[x] = coordinate(mode, x);
        }
        return coordinates;
    }

    private double coordinate(String mode, int x) {
        double length = in * numerator / denominator;
        return switch (mode) {
            case "half_pixel" -> scaledBack(x + 0.5) - 0.5;
            case "half_pixel_symmetric" -> in / 2.0 * (1 - out / length) + scaledBack(x + 0.5) - 0.5;
            case "pytorch_half_pixel" -> out > 1 ? scaledBack(x + 0.5) - 0.5 : 0;
            // ONNX's own cases take the length that the scale gives, before it is cut to a whole number.
            case "align_corners" -> length == 1 ? 0 : x * (in - 1.0) / (length - 1);
            case "asymmetric" -> scaledBack(x);
            case "tf_half_pixel_for_nn" -> scaledBack(x + 0.5);
            case "tf_crop_and_resize" ->
                length == 1
                        ? (start + end) * (in - 1) / 2
                        : start * (in - 1) + x * (end - start) * (in - 1) / (length - 1);
            default -> throw new UnsupportedOperatorException("coordinate_transformation_mode " + mode);
        };
    }

    private double scaledBack(double x) {
        return x * denominator / numerator;
    }

    /** Whether a coordinate lies beside the axis, where tf_crop_and_resize has extrapolation_value. */
    boolean beside(double coordinate) {
        return coordinate < 0 || coordinate > in - 1;
    }

    /**
     * Whether an engine can be expected to compute a coordinate without an error: one that float32 holds, from a step that it holds
     * (or the step's reciprocal, the scale).
     */
    boolean exact(double coordinate, double step) {
        return isFloat(coordinate) && (isFloat(step) || isFloat(1 / step));
    }

    private static boolean isFloat(double value) {
        return (float) value == value;
    }
}
