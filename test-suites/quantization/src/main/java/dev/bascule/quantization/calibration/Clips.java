package dev.bascule.quantization.calibration;

import dev.bascule.quantization.ActivationRanges.Range;

/** Ranges narrower than all values. Stateless. */
final class Clips {
    /** Steps on one side of zero, as TensorRT and onnxruntime.quantization count them. */
    static final int LEVELS = 128;

    /** Steps of the 8 bits that are tried for the squared error. */
    private static final int STEPS = 255;

    private static final int NARROWEST = 20;
    private static final double EPSILON = 1e-4;

    private Clips() {}

    /** The bins' edges between which so many of a hundred values lie, within what was seen (onnxruntime.quantization, PercentileCalibrater). */
    static Range percentile(Histogram values, double percent) {
        long all = values.zeros();
        for (int i = 0; i < Histogram.BINS; i++) {
            all += values.above(i) + values.below(i);
        }
        double cut = all * (100 - percent) / 200;
        double low = edge(values, cut, -1);
        double high = edge(values, cut, 1);
        return within(values, low, high);
    }

    /** From the far end of a side inwards: where more than {@code cut} values are beyond. */
    private static double edge(Histogram values, double cut, int side) {
        long beyond = 0;
        for (int i = Histogram.BINS - 1; i >= 0; i--) {
            beyond += side > 0 ? values.above(i) : values.below(i);
            if (beyond > cut) {
                return side * (i + 1) * values.width();
            }
        }
        beyond += values.zeros();
        if (beyond > cut) {
            return 0;
        }
        for (int i = 0; i < Histogram.BINS; i++) {
            beyond += side > 0 ? values.below(i) : values.above(i);
            if (beyond > cut) {
                return -side * i * values.width();
            }
        }
        return 0;
    }

    /** Both ends of magnitude {@link #threshold}, within what was seen. */
    static Range entropy(Histogram values) {
        long[] magnitudes = new long[Histogram.BINS];
        for (int i = 0; i < magnitudes.length; i++) {
            magnitudes[i] = values.above(i) + values.below(i);
        }
        double most = threshold(magnitudes, LEVELS) * values.width();
        return within(values, -most, most);
    }

    /**
     * How many of the first bins to keep: Szymon Migacz, "8-bit Inference with TensorRT", GTC 2017. For each number of bins, P is their content
     * with all beyond added to the last; Q is their content in so many levels, each spread over those of its bins that are not empty in P; the
     * number with the least divergence of P from Q wins, the smaller of equal ones. Empty bins are smoothed as onnxruntime.quantization does it.
     */
    static int threshold(long[] bins, int levels) {
        int last = bins.length;
        while (last > 1 && bins[last - 1] == 0) {
            last--;
        }
        double least = Double.POSITIVE_INFINITY;
        int best = last;
        for (int count = levels; count <= last; count++) {
            double divergence = divergence(bins, count, levels);
            if (divergence < least) {
                least = divergence;
                best = count;
            }
        }
        return best;
    }

    static double divergence(long[] bins, int count, int levels) {
        double[] p = new double[count];
        for (int i = 0; i < bins.length; i++) {
            p[Math.min(i, count - 1)] += bins[i];
        }
        double[] q = new double[count];
        int merged = count / levels;
        for (int level = 0; level < levels; level++) {
            int from = level * merged;
            int end = level == levels - 1 ? count : from + merged;
            double sum = 0;
            int filled = 0;
            for (int i = from; i < end; i++) {
                sum += bins[i];
                filled += p[i] == 0 ? 0 : 1;
            }
            for (int i = from; i < end && filled > 0; i++) {
                q[i] = p[i] == 0 ? 0 : sum / filled;
            }
        }
        return smooth(p) && smooth(q) ? kullbackLeibler(p, q) : Double.POSITIVE_INFINITY;
    }

    /** Whether there was enough to take from. */
    private static boolean smooth(double[] counts) {
        int zeros = 0;
        for (double count : counts) {
            zeros += count == 0 ? 1 : 0;
        }
        double taken = EPSILON * zeros / (counts.length - zeros);
        if (zeros == counts.length || taken >= 1) {
            return false;
        }
        for (int i = 0; i < counts.length; i++) {
            counts[i] += counts[i] == 0 ? EPSILON : -taken;
        }
        return true;
    }

    private static double kullbackLeibler(double[] p, double[] q) {
        double ofP = 0;
        double ofQ = 0;
        for (int i = 0; i < p.length; i++) {
            ofP += p[i];
            ofQ += q[i];
        }
        double divergence = 0;
        for (int i = 0; i < p.length; i++) {
            divergence += p[i] / ofP * Math.log(p[i] / ofP / (q[i] / ofQ));
        }
        return divergence;
    }

    /** The whole range times a hundredth of 20 to 100: the one with the least sum of squares, the wider of equal ones. */
    static Range meanSquare(Histogram values) {
        double low = Math.min(0, values.least());
        double high = Math.max(0, values.greatest());
        double least = Double.POSITIVE_INFINITY;
        int best = 100;
        for (int percent = 100; percent >= NARROWEST; percent--) {
            double error = squares(values, low * percent / 100, high * percent / 100);
            if (error < least) {
                least = error;
                best = percent;
            }
        }
        return new Range(low * best / 100, high * best / 100);
    }

    /** What 8 bits from {@code low} to {@code high} put the values off, squared and summed, each taken for its bin's middle. */
    static double squares(Histogram values, double low, double high) {
        double scale = (high - low) / STEPS;
        if (scale == 0) {
            return 0;
        }
        double sum = 0;
        for (int i = 0; i < Histogram.BINS; i++) {
            double middle = (i + 0.5) * values.width();
            sum += values.above(i) * square(middle, low, high, scale)
                    + values.below(i) * square(-middle, low, high, scale);
        }
        return sum;
    }

    /** The step from a clipped value to the nearest multiple of the scale. */
    static double square(double value, double low, double high, double scale) {
        double lowest = Math.rint(low / scale);
        double step = Math.max(lowest, Math.min(lowest + STEPS, Math.rint(value / scale)));
        double off = value - step * scale;
        return off * off;
    }

    private static Range within(Histogram values, double low, double high) {
        double least = Math.max(values.least(), low);
        double greatest = Math.min(values.greatest(), high);
        return least <= greatest ? new Range(least, greatest) : new Range(values.least(), values.greatest());
    }
}
