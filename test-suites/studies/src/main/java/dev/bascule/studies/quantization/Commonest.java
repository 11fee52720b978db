package dev.bascule.studies.quantization;

import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The class or decision that a model says most often: who always says so agrees with it as often, whatever it is fed. Immutable.
 *
 * @param answer index of the class; of a decision 1 where it is there, else 0
 * @param times how often it is said
 * @param places of how many rows or frames of all samples
 * @param share the mean over samples of its share of each one's places, as agreement is one
 */
public record Commonest(int answer, long times, long places, double share) {
    /** From here on agreement says little, which is told. */
    private static final double MOSTLY = 0.95;

    /** @throws IllegalArgumentException for figures that cannot be, as of a file that somebody changed */
    public Commonest {
        if (answer < 0 || times < 1 || places < times || !(share > 0 && share <= 1)) {
            throw new IllegalArgumentException(
                    "nobody says class %d %d times of %d, a share of %s".formatted(answer, times, places, share));
        }
    }

    /** Of what is said of each sample's places; empty where nothing is. */
    static Optional<Commonest> of(List<List<Integer>> samples) {
        Map<Integer, Long> counts = new TreeMap<>();
        samples.forEach(sample -> sample.forEach(answer -> counts.merge(answer, 1L, Long::sum)));
        long places = counts.values().stream().mapToLong(Long::longValue).sum();
        return counts.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .map(most -> new Commonest(most.getKey(), most.getValue(), places, share(samples, most.getKey())));
    }

    private static double share(List<List<Integer>> samples, int answer) {
        return samples.stream()
                .filter(sample -> !sample.isEmpty())
                .mapToDouble(sample ->
                        (double) sample.stream().filter(each -> each == answer).count() / sample.size())
                .average()
                .orElse(0);
    }

    boolean isMostly() {
        return share >= MOSTLY;
    }

    boolean isAlways() {
        return times == places;
    }

    String words() {
        return "class %d in %.1f %% of %,d places".formatted(answer, 100 * share, places);
    }
}
