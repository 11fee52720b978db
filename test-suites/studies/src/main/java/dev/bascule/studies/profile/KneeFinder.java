package dev.bascule.studies.profile;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;

/**
 * Finds where a curve of bandwidth over working set steps down: the capacities of the caches as measured. The logarithm of
 * the curve is cut into level pieces so that the squared error plus a price for each piece is least (optimal partition;
 * Jackson et al., IEEE Signal Processing Letters 12, 2005). A piece of fewer than two points is on the way from one
 * level to the next, or a lone disturbance. Stateless.
 */
public final class KneeFinder {
    /** What one more piece must explain: a step of some 10 % with two points on either side. */
    private static final double PRICE = 0.01;

    /** A lower bandwidth by less is no other level of memory. */
    private static final double LEAST_STEP = 0.10;

    private static final int LEAST_POINTS = 2;

    private KneeFinder() {}

    /**
     * A step down.
     *
     * @param holds the largest working set on the upper level: the capacity is at least that
     * @param spills the smallest one beyond it that is no longer on that level
     * @param above bandwidth on the upper level, in the curve's unit
     * @param below bandwidth on the lower level
     */
    public record Knee(long holds, long spills, double above, double below) {}

    /** The steps of a curve of bandwidth by size, from the smallest size on; none where it is level. */
    public static List<Knee> find(SortedMap<Long, Double> curve) {
        long[] sizes = curve.keySet().stream().mapToLong(Long::longValue).toArray();
        double[] logs = curve.values().stream().mapToDouble(Math::log).toArray();
        List<int[]> levels = levels(logs);
        List<Knee> knees = new ArrayList<>();
        for (int i = 0; i + 1 < levels.size(); i++) {
            int[] upper = levels.get(i);
            int[] lower = levels.get(i + 1);
            knees.add(new Knee(
                    sizes[upper[1] - 1],
                    sizes[upper[1]],
                    Math.exp(mean(logs, upper[0], upper[1])),
                    Math.exp(mean(logs, lower[0], lower[1]))));
        }
        return List.copyOf(knees);
    }

    /** The level pieces in order, from and to, each clearly below the one before. */
    private static List<int[]> levels(double[] logs) {
        List<int[]> levels = new ArrayList<>();
        for (int[] piece : pieces(logs)) {
            boolean isLast = piece[1] == logs.length;
            if (piece[1] - piece[0] < LEAST_POINTS && !isLast) {
                continue;
            }
            if (levels.isEmpty()) {
                levels.add(piece);
                continue;
            }
            int[] before = levels.get(levels.size() - 1);
            double step = mean(logs, before[0], before[1]) - mean(logs, piece[0], piece[1]);
            if (step >= -Math.log(1 - LEAST_STEP)) {
                levels.add(piece);
            } else if (step > Math.log(1 - LEAST_STEP)) {
                // The same level again, after a disturbance.
                levels.set(levels.size() - 1, new int[] {before[0], piece[1]});
            }
        }
        return levels;
    }

    private static List<int[]> pieces(double[] logs) {
        int n = logs.length;
        double[] cost = new double[n + 1];
        int[] from = new int[n + 1];
        Arrays.fill(cost, 1, n + 1, Double.POSITIVE_INFINITY);
        for (int to = 1; to <= n; to++) {
            for (int start = 0; start < to; start++) {
                double candidate = cost[start] + error(logs, start, to) + PRICE;
                if (candidate < cost[to]) {
                    cost[to] = candidate;
                    from[to] = start;
                }
            }
        }
        List<int[]> pieces = new ArrayList<>();
        for (int to = n; to > 0; to = from[to]) {
            pieces.add(0, new int[] {from[to], to});
        }
        return pieces;
    }

    private static double error(double[] logs, int from, int to) {
        double mean = mean(logs, from, to);
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += (logs[i] - mean) * (logs[i] - mean);
        }
        return sum;
    }

    private static double mean(double[] values, int from, int to) {
        double sum = 0;
        for (int i = from; i < to; i++) {
            sum += values[i];
        }
        return sum / (to - from);
    }
}
