package dev.bascule.fallback.numerics;

import dev.bascule.fallback.tensor.Elements;
import dev.bascule.fallback.tensor.Tensor;
import java.util.Arrays;

/**
 * How large the values of a tensor are, not counting zeros, what is not finite, and what stands in for minus infinity (a mask of
 * −1e9, the least float): one such value must not excuse what is wrong with all others. Immutable.
 *
 * @param typical median of the distinct magnitudes; 0 where there are none
 * @param greatest the greatest of them; 0 where there are none
 */
public record Magnitude(double typical, double greatest) {
    private static final Magnitude NONE = new Magnitude(0, 0);
    /** A mask is at least so large: models write −1e4 for half precision, −1e9, or the least float. */
    private static final double LEAST_MASK = 1e4;
    /** Nothing lies between the values and their mask: so many times as large as the next below. */
    private static final double GAP = 0x1p10;
    /** What lies below the gap is a share of the distinct magnitudes that is no chance: at least one of so many. */
    private static final int SHARE = 16;
    /** More values than these are drawn evenly: their median is known well enough. */
    private static final int MOST = 1 << 17;

    /** @param tensor of numbers */
    public static Magnitude of(Tensor tensor) {
        return of(Elements.of(tensor), Math.toIntExact(tensor.shape().elements()));
    }

    static Magnitude of(Elements.Reader values, int n) {
        double[] distinct = distinct(values, n);
        int below = belowMask(distinct);
        if (below == 0) {
            return NONE;
        }
        double mask = below < distinct.length ? distinct[below] : Double.POSITIVE_INFINITY;
        double greatest = 0;
        for (int i = 0; i < n; i++) {
            double magnitude = Math.abs(values.at(i));
            greatest = magnitude < mask ? Math.max(greatest, magnitude) : greatest;
        }
        return new Magnitude(distinct[(below - 1) / 2], greatest);
    }

    private static double[] distinct(Elements.Reader values, int n) {
        double[] magnitudes = new double[Math.min(n, MOST)];
        int count = 0;
        // Every other one goes when the room is full, so that what is kept is spread over all that is not zero.
        int every = 1;
        int seen = 0;
        for (int i = 0; i < n; i++) {
            double magnitude = Math.abs(values.at(i));
            if (!(magnitude > 0) || !Double.isFinite(magnitude) || seen++ % every != 0) {
                continue;
            }
            if (count == magnitudes.length) {
                for (int kept = 0; kept < count / 2; kept++) {
                    magnitudes[kept] = magnitudes[2 * kept];
                }
                count /= 2;
                every *= 2;
                if ((seen - 1) % every != 0) {
                    continue;
                }
            }
            magnitudes[count++] = magnitude;
        }
        return Arrays.stream(magnitudes, 0, count).sorted().distinct().toArray();
    }

    private static int belowMask(double[] sorted) {
        for (int i = Math.max(1, sorted.length / SHARE); i < sorted.length; i++) {
            if (sorted[i] >= LEAST_MASK && sorted[i] / GAP >= sorted[i - 1]) {
                return i;
            }
        }
        return sorted.length;
    }
}
