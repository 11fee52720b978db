package dev.bascule.quantization.method;

import java.util.Arrays;
import java.util.SplittableRandom;

/**
 * A few numbers that stand for many: k-means in one dimension. With few different values the best of all palettes, by dynamic
 * programming over the sorted values (Wang and Song, "Ckmeans.1d.dp", R Journal 3/2, 2011; each row by divide and conquer, since the
 * best cut does not move backwards); with many, k-means++ (Arthur and Vassilvitskii, 2007) and Lloyd's steps until none changes. Stateless.
 */
final class Palette {
    /** So many different values are still solved exactly: some 0.1 s. */
    static final int EXACT = 4096;

    private static final int MOST_STEPS = 1000;

    private Palette() {}

    /** At most {@code size} numbers, ascending. */
    static float[] of(float[] values, int size, long seed) {
        float[] sorted = values.clone();
        Arrays.sort(sorted);
        double[] x = new double[sorted.length];
        double[] count = new double[sorted.length];
        int different = 0;
        for (float value : sorted) {
            if (different == 0 || x[different - 1] != value) {
                x[different++] = value;
            }
            count[different - 1]++;
        }
        Sums sums = Sums.of(Arrays.copyOf(x, different), Arrays.copyOf(count, different));
        if (different <= size) {
            return floats(sums.x);
        }
        int[] ends =
                different <= EXACT ? exact(sums, size) : lloyd(sums, drawn(sums, size, new SplittableRandom(seed)));
        return floats(means(sums, ends));
    }

    /** The nearest of a palette; between two the lower. */
    static int nearest(float[] palette, float value) {
        int at = Arrays.binarySearch(palette, value);
        if (at >= 0) {
            return at;
        }
        int above = -at - 1;
        if (above == 0 || above == palette.length) {
            return Math.min(above, palette.length - 1);
        }
        return (double) palette[above] - value < (double) value - palette[above - 1] ? above : above - 1;
    }

    /** Sums over the sorted values before each. */
    private record Sums(double[] x, double[] count, double[] sum, double[] squares) {
        static Sums of(double[] x, double[] each) {
            double[] count = new double[x.length + 1];
            double[] sum = new double[x.length + 1];
            double[] squares = new double[x.length + 1];
            for (int i = 0; i < x.length; i++) {
                count[i + 1] = count[i] + each[i];
                sum[i + 1] = sum[i] + each[i] * x[i];
                squares[i + 1] = squares[i] + each[i] * x[i] * x[i];
            }
            return new Sums(x, count, sum, squares);
        }

        /** Sum of squared distances to their mean. */
        double cost(int from, int end) {
            double s = sum[end] - sum[from];
            return Math.max(0, squares[end] - squares[from] - s * s / (count[end] - count[from]));
        }

        double mean(int from, int end) {
            return (sum[end] - sum[from]) / (count[end] - count[from]);
        }
    }

    /** Where each group ends. */
    private static int[] exact(Sums sums, int size) {
        int n = sums.x.length;
        int[][] cut = new int[size][n + 1];
        double[] before = new double[n + 1];
        for (int end = 1; end <= n; end++) {
            before[end] = sums.cost(0, end);
        }
        for (int groups = 1; groups < size; groups++) {
            double[] best = new double[n + 1];
            row(sums, before, best, cut[groups], groups + 1, n, groups, n);
            before = best;
        }
        int[] ends = new int[size];
        int end = n;
        for (int groups = size - 1; groups >= 0; groups--) {
            ends[groups] = end;
            end = cut[groups][end];
        }
        return ends;
    }

    private static void row(
            Sums sums, double[] before, double[] best, int[] cut, int from, int to, int least, int most) {
        if (from > to) {
            return;
        }
        int end = (from + to) >>> 1;
        best[end] = Double.POSITIVE_INFINITY;
        for (int at = least; at <= Math.min(most, end - 1); at++) {
            double cost = before[at] + sums.cost(at, end);
            if (cost < best[end]) {
                best[end] = cost;
                cut[end] = at;
            }
        }
        row(sums, before, best, cut, from, end - 1, least, cut[end]);
        row(sums, before, best, cut, end + 1, to, cut[end], most);
    }

    /** k-means++: each next one is drawn by its squared distance to the nearest so far. */
    private static double[] drawn(Sums sums, int size, SplittableRandom random) {
        int n = sums.x.length;
        double[] distance = new double[n];
        Arrays.fill(distance, Double.POSITIVE_INFINITY);
        double[] chosen = new double[size];
        chosen[0] = sums.x[random.nextInt(n)];
        for (int k = 1; k < size; k++) {
            double all = 0;
            for (int i = 0; i < n; i++) {
                double d = sums.x[i] - chosen[k - 1];
                distance[i] = Math.min(distance[i], d * d);
                all += distance[i] * (sums.count[i + 1] - sums.count[i]);
            }
            double left = random.nextDouble() * all;
            int at = 0;
            for (int i = 0; i < n && left >= 0; i++) {
                left -= distance[i] * (sums.count[i + 1] - sums.count[i]);
                at = distance[i] > 0 ? i : at;
            }
            chosen[k] = sums.x[at];
        }
        Arrays.sort(chosen);
        return chosen;
    }

    private static int[] lloyd(Sums sums, double[] means) {
        double[] now = means;
        int[] ends = new int[0];
        for (int step = 0; step < MOST_STEPS; step++) {
            int[] next = ends(sums, now);
            if (Arrays.equals(next, ends)) {
                return next;
            }
            ends = next;
            now = means(sums, ends);
        }
        return ends;
    }

    private static int[] ends(Sums sums, double[] means) {
        int[] ends = new int[means.length];
        for (int k = 0; k + 1 < means.length; k++) {
            int at = Arrays.binarySearch(sums.x, (means[k] + means[k + 1]) / 2);
            ends[k] = at < 0 ? -at - 1 : at + 1;
        }
        ends[means.length - 1] = sums.x.length;
        // A group that lost all its values goes.
        return Arrays.stream(ends).filter(end -> end > 0).distinct().toArray();
    }

    private static double[] means(Sums sums, int[] ends) {
        double[] means = new double[ends.length];
        int from = 0;
        for (int k = 0; k < ends.length; k++) {
            means[k] = sums.mean(from, ends[k]);
            from = ends[k];
        }
        return means;
    }

    private static float[] floats(double[] values) {
        float[] floats = new float[values.length];
        for (int i = 0; i < floats.length; i++) {
            floats[i] = (float) values[i];
        }
        return floats;
    }
}
