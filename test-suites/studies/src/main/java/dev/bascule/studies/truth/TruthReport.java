package dev.bascule.studies.truth;

import java.time.Duration;
import java.util.Comparator;
import java.util.List;

/**
 * What came of it. Immutable.
 *
 * @param model its name
 * @param sha256 of the model
 * @param values of its graph that depend on what it is fed
 * @param passes noisy ones that tell what rounding explains
 * @param exact how long the exact reference took
 * @param targets in the order in which they were asked
 * @param absent backends that nobody named and that are not here
 * @param interrupted whether it was stopped on its way
 */
public record TruthReport(
        String model,
        String sha256,
        int values,
        int passes,
        Duration exact,
        List<TargetTruth> targets,
        List<Absent> absent,
        boolean interrupted) {

    /** A backend that is not here, and why. */
    public record Absent(String backend, String why) {}

    public TruthReport {
        targets = List.copyOf(targets);
        absent = List.copyOf(absent);
    }

    /** The nearest to the exact result first; those without a distance last. */
    public List<TargetTruth> byDistance() {
        return targets.stream()
                .sorted(Comparator.comparing(
                                (TargetTruth each) -> each.distance().isEmpty())
                        .thenComparing(each -> each.distance().orElse(0.0)))
                .toList();
    }
}
