package dev.bascule.reports.comparison.training;

import dev.bascule.reports.comparison.Estimate;
import dev.bascule.reports.comparison.SpeedFinding;
import dev.bascule.reports.training.ReferenceConvergence;
import java.util.List;
import java.util.Optional;

/**
 * What the pairs of one place come to, over their seeds. Immutable.
 *
 * @param place for people
 * @param pairs in the order of seeds; at least one
 * @param speed of those that are right on both sides
 * @param steps to the target accuracy
 * @param accuracy on held-out data, each pair after the last step that both were looked at; empty where no pair has that
 * @param accuracyP its p-value after Holm's correction over all places; 1 without one
 */
public record PlaceComparison(
        String place,
        List<TrainingPair> pairs,
        Speed speed,
        Steps steps,
        Optional<AccuracyDifference> accuracy,
        double accuracyP) {
    public PlaceComparison {
        pairs = List.copyOf(pairs);
    }

    /**
     * How long a step takes, feed included.
     *
     * @param estimate candidate over baseline: above 1 is slower; empty where speed is not compared
     * @param adjustedP after Holm's correction over all places; 1 without an estimate
     * @param why it is not compared, or how it was
     */
    public record Speed(Optional<Estimate> estimate, double adjustedP, SpeedFinding finding, String why) {}

    /**
     * How many steps it takes to the target accuracy, seed by seed.
     *
     * @param convergence the baseline is the reference; empty where steps are not compared
     * @param adjustedP after Holm's correction over all places; 1 without one
     * @param leftOut seeds that do not count: cut short before the target, looked at after other steps, or not right
     * @param why it is not compared; empty where it is
     */
    public record Steps(
            Optional<ReferenceConvergence> convergence, double adjustedP, int leftOut, Optional<String> why) {

        /** Whether the candidate is later for sure. */
        boolean isLater() {
            return convergence
                    .filter(found -> found.verdict() == ReferenceConvergence.Verdict.TOO_SLOW)
                    .filter(found -> adjustedP <= ReferenceConvergence.LEVEL)
                    .isPresent();
        }
    }

    /** Whether the candidate answers less of the held-out data right, for sure. */
    boolean isLessAccurate() {
        return accuracyP <= ReferenceConvergence.LEVEL
                && accuracy.filter(found -> found.difference() < 0).isPresent();
    }
}
