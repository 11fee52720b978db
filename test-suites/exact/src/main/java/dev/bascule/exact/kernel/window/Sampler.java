package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.UnsupportedOperatorException;

/**
 * What is taken for a position between elements, or beside them. Positions are counted in elements, from the first dimension to the
 * last. Immutable.
 *
 * @param mode nearest, linear or cubic
 * @param padding zeros, border or reflection
 * @param aligned whether it is reflected by the centres of the outermost elements, and not by their outer edges
 */
record Sampler(String mode, String padding, boolean aligned) {
    /** Positions whose elements are looked up at a time, times the elements of each. */
    private static final int TAPS = 1 << 20;
    /** Of cubic convolution, as in PyTorch. */
    private static final double COEFFICIENT = -0.75;

    /** How many elements along one dimension a position takes. */
    private int reach() {
        return switch (mode) {
            case "nearest" -> 1;
            case "linear" -> 2;
            case "cubic" -> 4;
            default -> throw new UnsupportedOperatorException("sampling by mode " + mode);
        };
    }

    /** How many elements a position takes. */
    int terms(int dimensions) {
        int terms = 1;
        for (int i = 0; i < dimensions; i++) {
            terms *= reach();
        }
        return terms;
    }

    /**
     * Samples of each image at its own positions, the same for its channels: {@code [images, channels, positions]}.
     *
     * @param positions a coordinate for each dimension, of each position, of each image
     * @param squared whether of weights and elements the squares are taken
     */
    Reals sampled(Reals images, double[] positions, boolean squared) {
        int[] spatial = Planes.spatial(images);
        if (spatial.length == 0) {
            throw new IllegalArgumentException("images of no dimensions are sampled: " + images);
        }
        int count = images.dims()[0];
        int channels = images.dims()[1];
        int size = Dims.size(spatial);
        int points = count == 0 ? 0 : positions.length / spatial.length / count;
        double[] samples = new double[Dims.size(count, channels, points)];
        double[] data = images.data();
        int terms = terms(spatial.length);
        int step = Math.max(1, TAPS / terms);
        for (int image = 0; image < count; image++) {
            for (int from = 0; from < points; from += step) {
                int start = from;
                int first = image * channels;
                int end = Math.min(points, from + step);
                int[] sources = new int[(end - from) * terms];
                double[] weights = new double[sources.length];
                for (int point = from; point < end; point++) {
                    lookUp(
                            positions,
                            (image * points + point) * spatial.length,
                            spatial,
                            sources,
                            weights,
                            (point - from) * terms);
                }
                Planes.threaded(channels, (long) channels * sources.length, channel -> {
                    int plane = (first + channel) * size;
                    for (int tap = 0; tap < sources.length; tap++) {
                        if (sources[tap] >= 0) {
                            double term = weights[tap] * data[plane + sources[tap]];
                            samples[(first + channel) * points + start + tap / terms] += squared ? term * term : term;
                        }
                    }
                });
            }
        }
        return new Reals(images.dtype(), samples, count, channels, points);
    }

    /** For each position of each image the index in a plane of the element that is nearest, -1 for none. */
    int[] nearest(double[] positions, int... spatial) {
        int[] sources = new int[positions.length / Math.max(1, spatial.length)];
        double[] weights = new double[sources.length];
        for (int point = 0; point < sources.length; point++) {
            lookUp(positions, point * spatial.length, spatial, sources, weights, point);
        }
        return sources;
    }

    /** Writes the elements of one position, and their weights, from a place on. */
    private void lookUp(double[] positions, int position, int[] spatial, int[] sources, double[] weights, int at) {
        int reach = reach();
        int filled = 1;
        sources[at] = 0;
        weights[at] = 1;
        for (int axis = 0; axis < spatial.length; axis++) {
            int size = spatial[axis];
            double x = padded(positions[position + axis], size);
            double first = reach == 1 ? x : Math.floor(x) - (reach / 2 - 1);
            // From the last to the first, so that what is read is not yet overwritten.
            for (int before = filled - 1; before >= 0; before--) {
                int row = sources[at + before];
                double weight = weights[at + before];
                for (int tap = reach - 1; tap >= 0; tap--) {
                    int source = element(first + tap, size);
                    sources[at + before * reach + tap] = row < 0 || source < 0 ? -1 : row * size + source;
                    weights[at + before * reach + tap] = weight * weight(Math.abs(first + tap - x));
                }
            }
            filled *= reach;
        }
    }

    private double weight(double distance) {
        return switch (mode) {
            case "nearest" -> 1;
            case "linear" -> 1 - distance;
            default -> ResizeWeights.cubic(distance, COEFFICIENT);
        };
    }

    /** A position brought onto the image where it is beside it. */
    private double padded(double given, int size) {
        double x = mode.equals("nearest") ? Math.rint(given) : given;
        double least = aligned ? 0 : -0.5;
        double most = aligned ? size - 1.0 : size - 0.5;
        if (x >= least && x <= most) {
            return x;
        }
        double clamped = Math.max(0, Math.min(size - 1.0, x));
        return switch (padding) {
            case "border" -> mode.equals("cubic") ? besideForCubic(x, clamped, size) : clamped;
            case "reflection" -> reflected(x, least, most);
            case "zeros" -> x;
            default -> throw new UnsupportedOperatorException("padding_mode " + padding);
        };
    }

    /**
     * Beside the border, but near enough for elements behind it to be taken, ONNX's reference moves the position to the border
     * before it interpolates, and PyTorch, which ONNX's text refers to, does not. By a rounding, it does not matter.
     */
    private static double besideForCubic(double x, double clamped, int size) {
        if (Math.abs(x - clamped) < size * 1e-4) {
            return x;
        }
        if (x > -2 && x < size + 1.0) {
            throw new UnsupportedOperatorException("cubic interpolation just beside a border that is repeated,"
                    + " where ONNX's text and its reference differ");
        }
        return clamped;
    }

    /** The element at a whole position; -1 for none. */
    private int element(double x, int size) {
        if (x >= 0 && x <= size - 1.0) {
            return (int) x;
        }
        return switch (padding) {
            case "border" -> x < 0 ? 0 : size - 1;
            case "reflection" -> {
                double least = aligned ? 0 : -0.5;
                double within = reflected(x, least, size - 1 - least);
                yield (int) Math.max(0, Math.min(size - 1.0, Math.rint(within)));
            }
            default -> -1;
        };
    }

    private static double reflected(double x, double least, double most) {
        double range = most - least;
        if (range <= 0) {
            return least;
        }
        double turns = Math.floor((x - least) / range);
        // Exact where the position is that of an element, or of an edge.
        double within = x - least - turns * range;
        return turns % 2 == 0 ? least + within : most - within;
    }
}
