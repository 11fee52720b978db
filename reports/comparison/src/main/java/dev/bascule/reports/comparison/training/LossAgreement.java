package dev.bascule.reports.comparison.training;

import dev.bascule.reports.training.TrainingFindings.Reproduction;
import dev.bascule.reports.training.TrainingStep;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.stream.Collectors;

/**
 * How the losses of two trainings agree, step by step. Immutable.
 *
 * @param steps that both made
 * @param firstOther first of them whose loss has other bits; empty where none has
 * @param firstBeyond first whose losses lie further apart than {@link #BOUND}; empty where none does
 * @param furthest relative distance of two losses; infinite where one is no number
 */
public record LossAgreement(int steps, OptionalLong firstOther, OptionalLong firstBeyond, double furthest) {
    /** Relative: what a curve that is drawn would show. The bound that {@code train} holds targets against native CPU by. */
    public static final double BOUND = 1e-3;

    /** Empty where there is no step that both made: of nothing nothing is said. */
    static Optional<LossAgreement> of(List<TrainingStep> one, List<TrainingStep> other) {
        Map<Long, Double> there =
                other.stream().collect(Collectors.toMap(TrainingStep::number, TrainingStep::loss, (a, b) -> a));
        List<TrainingStep> both =
                one.stream().filter(step -> there.containsKey(step.number())).toList();
        OptionalLong first = OptionalLong.empty();
        OptionalLong beyond = OptionalLong.empty();
        double furthest = 0;
        for (TrainingStep step : both) {
            double loss = there.getOrDefault(step.number(), step.loss());
            if (Double.compare(step.loss(), loss) == 0) {
                continue;
            }
            double apart = apart(step.loss(), loss);
            furthest = Math.max(furthest, apart);
            first = first.isEmpty() ? OptionalLong.of(step.number()) : first;
            beyond = beyond.isEmpty() && apart > BOUND ? OptionalLong.of(step.number()) : beyond;
        }
        return both.isEmpty() ? Optional.empty() : Optional.of(new LossAgreement(both.size(), first, beyond, furthest));
    }

    /** Zeros of both signs are no distance apart. */
    private static double apart(double one, double other) {
        if (one == other) {
            return 0;
        }
        double apart = Math.abs(one - other) / Math.max(Math.abs(one), Math.abs(other));
        return Double.isNaN(apart) ? Double.POSITIVE_INFINITY : apart;
    }

    public Reproduction kind() {
        return firstOther.isEmpty()
                ? Reproduction.BITWISE
                : firstBeyond.isEmpty() ? Reproduction.BOUNDED : Reproduction.DIVERGENT;
    }
}
