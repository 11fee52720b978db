package dev.bascule.prediction.interval;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * The score that a new group's member stays below with a probability of at least {@code level}, whatever the distribution, where
 * groups are exchangeable: the quantile of all scores, each with the weight 1/((K+1)·n) of its group of n among K, and a weight of
 * 1/(K+1) at infinity (hierarchical conformal prediction: Lee, Barber and Willett, "Distribution-free inference with hierarchical
 * data", 2023). Members of one architecture resemble each other, so that a hundred models of two architectures tell no more of a
 * third than two do. With fewer than level/(1 − level) groups there is no such score: 4 for 80 %, 9 for 90 %, 19 for 95 %.
 * Immutable.
 */
public final class GroupedConformal {
    private final List<Weighted> scores;
    private final int groups;

    private record Weighted(double score, double weight) {}

    private GroupedConformal(List<Weighted> scores, int groups) {
        this.scores = scores;
        this.groups = groups;
    }

    /** @param scores of each group, such as absolute errors in units of what is expected of them; empty groups count as none */
    public static GroupedConformal of(Map<String, List<Double>> scores) {
        Map<String, List<Double>> full = new TreeMap<>(scores);
        full.values().removeIf(List::isEmpty);
        List<Weighted> weighted = new ArrayList<>();
        full.values()
                .forEach(group -> group.forEach(score ->
                        weighted.add(new Weighted(score, 1.0 / ((full.size() + 1.0) * group.size())))));
        weighted.sort(Comparator.comparingDouble(Weighted::score));
        return new GroupedConformal(List.copyOf(weighted), full.size());
    }

    /** How many groups speak. */
    public int groups() {
        return groups;
    }

    /** How many groups a level takes. */
    public static int needed(double level) {
        // 0.9 / (1 − 0.9) is a little above 9 in binary.
        return (int) Math.ceil(level / (1 - level) - 1e-9);
    }

    /**
     * The bound.
     *
     * @param level above 0 and below 1
     * @return empty where there are too few groups
     */
    public OptionalDouble bound(double level) {
        if (!(level > 0 && level < 1)) {
            throw new IllegalArgumentException("a level of " + level);
        }
        if (groups < needed(level)) {
            return OptionalDouble.empty();
        }
        double reached = 0;
        for (Weighted each : scores) {
            reached += each.weight();
            if (reached >= level - 1e-12) {
                return OptionalDouble.of(each.score());
            }
        }
        return OptionalDouble.empty();
    }
}
