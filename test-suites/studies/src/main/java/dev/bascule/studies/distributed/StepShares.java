package dev.bascule.studies.distributed;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;

/**
 * Into what a step falls, as shares that make one. Immutable.
 *
 * @param computing of the mean rank
 * @param imbalance how much longer the slowest rank computes
 * @param bubble what the schedule of a pipeline leaves empty where all stages compute as long as the slowest
 * @param communication the rest: talk, and waiting for it
 */
public record StepShares(double computing, double imbalance, double bubble, double communication) {
    private record Named(String name, double share) {
        private String words() {
            return String.format(Locale.ROOT, "%s %.0f %%", name, 100 * share);
        }
    }

    /**
     * From medians over steps.
     *
     * @param wall of the slowest rank
     * @param mean computing of all ranks
     * @param most computing of one
     */
    static StepShares of(double wall, double mean, double most, int stages, int microBatches) {
        double computing = Math.min(1, mean / wall);
        double imbalance = Math.min(1 - computing, (most - mean) / wall);
        double bubble = Math.min(1 - computing - imbalance, most * (stages - 1) / microBatches / wall);
        return new StepShares(computing, imbalance, bubble, 1 - computing - imbalance - bubble);
    }

    /** The greatest share first, which a step waits for most. */
    public String bottleneck() {
        List<Named> sorted = List.of(
                        new Named("computing", computing),
                        new Named("communication", communication),
                        new Named("bubble", bubble),
                        new Named("the slowest rank's excess", imbalance))
                .stream()
                .sorted(Comparator.comparingDouble(Named::share).reversed())
                .toList();
        return "%s of a step; %s"
                .formatted(
                        sorted.get(0).words(),
                        sorted.stream().skip(1).map(Named::words).collect(Collectors.joining(", ")));
    }
}
