package dev.bascule.reports.training;

import java.util.Arrays;
import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * After how many steps runs of several seeds reached their target. A run that did not reach it counts as later than any that did. Immutable.
 *
 * @param fewest empty where no run reached it
 * @param median of all runs; of two middle ones their mean; empty where half of them did not reach it
 * @param most empty where a run did not reach it
 */
public record StepsToTarget(OptionalLong fewest, OptionalDouble median, OptionalLong most) {

    /** @param steps of each seed; empty where the target was not reached */
    public static StepsToTarget of(List<OptionalLong> steps) {
        double[] sorted = steps.stream()
                .mapToDouble(each -> each.isPresent() ? each.getAsLong() : Double.POSITIVE_INFINITY)
                .toArray();
        Arrays.sort(sorted);
        int middle = sorted.length / 2;
        double median = sorted.length == 0
                ? Double.POSITIVE_INFINITY
                : sorted.length % 2 == 1 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
        return new StepsToTarget(
                steps.stream().flatMapToLong(OptionalLong::stream).min(),
                Double.isFinite(median) ? OptionalDouble.of(median) : OptionalDouble.empty(),
                steps.stream().anyMatch(OptionalLong::isEmpty)
                        ? OptionalLong.empty()
                        : steps.stream().flatMapToLong(OptionalLong::stream).max());
    }
}
