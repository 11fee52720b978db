package dev.bascule.nativerunner.pipeline;

import dev.bascule.fallback.job.Shaping.Resampling;

/**
 * Pillow's resize of 8-bit pictures, bit by bit: a triangle or a cubic as wide as a target pixel, first across, then down, each
 * rounded to 8 bits; weights in whole numbers of 2^-22. Immutable.
 */
record PillowResampler(Resampling resampling) implements Resampler {
    private static final int BITS = 22;
    private static final double A = -0.5;

    @Override
    public double[] resize(int[] plane, int width, int height, int targetWidth, int targetHeight) {
        int[] across = pass(plane, width, height, targetWidth);
        int[] down = pass(turned(across, targetWidth, height), height, targetWidth, targetHeight);
        int[] whole = turned(down, targetHeight, targetWidth);
        double[] values = new double[whole.length];
        for (int i = 0; i < whole.length; i++) {
            values[i] = whole[i];
        }
        return values;
    }

    private int[] pass(int[] plane, int width, int height, int target) {
        double scale = (double) width / target;
        double widened = Math.max(scale, 1);
        double support = (resampling == Resampling.BICUBIC ? 2 : 1) * widened;
        int[] out = new int[target * height];
        for (int x = 0; x < target; x++) {
            double centre = (x + 0.5) * scale;
            int from = Math.max(0, (int) (centre - support + 0.5));
            int to = Math.min(width, (int) (centre + support + 0.5));
            int[] weights = weights(from, to, centre, widened);
            for (int y = 0; y < height; y++) {
                int sum = 1 << (BITS - 1);
                for (int i = from; i < to; i++) {
                    sum += plane[y * width + i] * weights[i - from];
                }
                out[y * target + x] = Math.max(0, Math.min(sum >> BITS, 255));
            }
        }
        return out;
    }

    private int[] weights(int from, int to, double centre, double widened) {
        double[] parts = new double[to - from];
        double all = 0;
        for (int i = 0; i < parts.length; i++) {
            double distance = (i + from - centre + 0.5) * (1 / widened);
            parts[i] = resampling == Resampling.BICUBIC ? cubic(distance) : Math.max(0, 1 - Math.abs(distance));
            all += parts[i];
        }
        int[] weights = new int[parts.length];
        for (int i = 0; i < parts.length; i++) {
            double part = all == 0 ? parts[i] : parts[i] / all;
            weights[i] = (int) ((part < 0 ? -0.5 : 0.5) + part * (1 << BITS));
        }
        return weights;
    }

    /** Keys's cubic. */
    static double cubic(double distance) {
        double x = Math.abs(distance);
        if (x < 1) {
            return ((A + 2) * x - (A + 3)) * x * x + 1;
        }
        return x < 2 ? (((x - 5) * x + 8) * x - 4) * A : 0;
    }

    private static int[] turned(int[] plane, int width, int height) {
        int[] turned = new int[plane.length];
        for (int y = 0; y < height; y++) {
            for (int x = 0; x < width; x++) {
                turned[x * height + y] = plane[y * width + x];
            }
        }
        return turned;
    }
}
