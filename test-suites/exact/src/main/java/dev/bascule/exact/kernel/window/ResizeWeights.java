package dev.bascule.exact.kernel.window;

import dev.bascule.exact.array.Dims;
import dev.bascule.exact.array.Reals;
import dev.bascule.exact.kernel.Call;
import dev.bascule.exact.kernel.UnsupportedOperatorException;
import dev.bascule.exact.rounding.Rounding;

/**
 * What elements of an axis each element of the resized one is made of, and with what weights: those of a filter around its
 * coordinate, stretched for antialias. Immutable.
 */
final class ResizeWeights {
    private final int taps;
    private final int[] sources;
    private final double[] weights;

    private ResizeWeights(int taps, int[] sources, double... weights) {
        this.taps = taps;
        this.sources = sources;
        this.weights = weights;
    }

    static ResizeWeights of(Call call, Resizing resizing, ResizeAxis axis) {
        boolean cubic = resizing.mode().equals("cubic");
        if (!cubic && !resizing.mode().equals("linear")) {
            throw new UnsupportedOperatorException("mode " + resizing.mode());
        }
        double a = call.real("cubic_coeff_a", -0.75);
        boolean antialias = call.flag("antialias");
        boolean excluding = call.flag("exclude_outside");
        double shrunk = antialias ? Math.min(1, axis.numerator() / axis.denominator()) : 1;
        double reach = (cubic ? 2 : 1) / shrunk;
        double[] coordinates = resizing.coordinates(axis, call.rounding());
        int taps = 2 * (int) Math.ceil(reach) + 1;
        int[] sources = new int[Dims.size(coordinates.length, taps)];
        double[] weights = new double[sources.length];
        for (int i = 0; i < coordinates.length; i++) {
            long first = (long) Math.floor(coordinates[i]) - taps / 2 + 1;
            double sum = 0;
            for (int tap = 0; tap < taps; tap++) {
                long source = first + tap;
                double distance = Math.abs(source - coordinates[i]) * shrunk;
                double weight = cubic ? cubic(distance, a) : Math.max(0, 1 - distance);
                boolean outside = source < 0 || source >= axis.in();
                weights[i * taps + tap] = excluding && outside ? 0 : weight;
                sources[i * taps + tap] = (int) Math.max(0, Math.min(axis.in() - 1L, source));
                sum += weights[i * taps + tap];
            }
            // Otherwise they add up to 1 anyway.
            if ((antialias || excluding) && sum != 0) {
                for (int tap = 0; tap < taps; tap++) {
                    weights[i * taps + tap] /= sum;
                }
            }
        }
        return new ResizeWeights(taps, sources, weights);
    }

    /** Equation (4) of Keys, Cubic convolution interpolation for digital image processing, IEEE TASSP 29, 1981. */
    static double cubic(double distance, double a) {
        double x = distance;
        if (x <= 1) {
            return ((a + 2) * x - (a + 3)) * x * x + 1;
        }
        return x < 2 ? ((x - 5) * x + 8) * x * a - 4 * a : 0;
    }

    Reals applied(Rounding rounding, Reals x, int axis) {
        // As many as have a weight; the others are there to make all alike.
        return rounding.sum(weighted(x, axis, false), Math.max(1, taps - 1), () -> weighted(x, axis, true));
    }

    private Reals weighted(Reals x, int axis, boolean squared) {
        int[] dims = x.dims();
        int in = dims[axis];
        int out = taps == 0 ? 0 : sources.length / taps;
        int inner = Dims.size(dims, axis + 1, dims.length);
        int[] shape = dims.clone();
        shape[axis] = out;
        double[] data = x.data();
        double[] y = new double[Dims.size(shape)];
        int rows = Dims.size(dims, 0, axis) * out;
        Planes.threaded(rows, (long) y.length * taps, row -> {
            int before = row / out * in;
            int place = row % out * taps;
            int at = row * inner;
            for (int tap = place; tap < place + taps; tap++) {
                double weight = squared ? weights[tap] * weights[tap] : weights[tap];
                int source = (before + sources[tap]) * inner;
                if (weight == 0) {
                    continue;
                }
                for (int i = 0; i < inner; i++) {
                    double value = data[source + i];
                    y[at + i] += weight * (squared ? value * value : value);
                }
            }
        });
        return new Reals(x.dtype(), y, shape);
    }
}
