package dev.bascule.prediction.fit;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What a layer changed of the errors on architectures that no fit saw, on the same models and targets with it and without. Immutable.
 *
 * @param times how many were predicted both ways
 * @param architectures of how many networks
 * @param with mean error with it, as a share of the measured time
 * @param without mean error without it, likewise
 * @param noise standard error of the difference. Errors of one architecture go together, so it is told from the architectures' sums (Liang
 *     and Zeger, 1986)
 */
public record LayerEvidence(int times, int architectures, double with, double without, double noise) {
    /** Fewer architectures tell no noise; intervals of 80 % take as many. */
    static final int LEAST = 4;

    /** One model on one target. */
    record Pair(String architecture, double with, double without) {}

    /** @return empty of fewer architectures than tell anything */
    static Optional<LayerEvidence> of(List<Pair> pairs) {
        int times = pairs.size();
        double with = pairs.stream().mapToDouble(Pair::with).average().orElse(0);
        double without = pairs.stream().mapToDouble(Pair::without).average().orElse(0);
        Map<String, Double> sums = pairs.stream()
                .collect(Collectors.groupingBy(
                        Pair::architecture,
                        TreeMap::new,
                        Collectors.summingDouble(pair -> pair.with() - pair.without() - (with - without))));
        return sums.size() < LEAST
                ? Optional.empty()
                : Optional.of(new LayerEvidence(times, sums.size(), with, without, noise(sums.values(), times)));
    }

    private static double noise(Collection<Double> sums, int times) {
        double squares = sums.stream().mapToDouble(sum -> sum * sum).sum();
        return Math.sqrt(squares * sums.size() / (sums.size() - 1)) / times;
    }

    /**
     * Whether the mean error falls by more than its noise: else what is simpler answers (the rule of one standard error of Breiman,
     * Friedman, Olshen and Stone, 1984).
     */
    public boolean pays() {
        return with < without - noise;
    }

    String size() {
        return "%d times of %d architectures, noise of the difference %.1f %%"
                .formatted(times, architectures, 100 * noise);
    }
}
