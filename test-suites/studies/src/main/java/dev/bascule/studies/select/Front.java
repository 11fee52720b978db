package dev.bascule.studies.select;

import dev.bascule.fallback.measure.Interval;
import dev.bascule.studies.select.Finding.Fate;
import dev.bascule.studies.select.Finding.Measured;
import dev.bascule.studies.select.FrontPoint.Verification;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * The Pareto front of what was measured: nobody on it is surely no better than another in the objective, in memory and in the
 * deviation of outputs. One is better only where the two are told apart: figures with intervals by these and by more than 5 %, single readings where they are
 * {@value #READING} times apart, deviations of rounding never. The answer is on it in any case. Stateless.
 */
final class Front {
    /** A handful. */
    private static final int MOST = 5;
    /** Five processes of one configuration were seen to grow by 24.9 to 30.8 MiB. */
    static final double READING = 1.3;
    /** What the order of sums does to 32-bit floats says nothing of who is nearer to the truth. */
    private static final double ROUNDING = 1e-4;
    /** Below twice as far, deviations are of the inputs that happened to be. */
    private static final double FURTHER = 2;

    private Front() {}

    /**
     * What is on it, the answer first, then by the objective.
     *
     * @param all right and within the limits, each once
     */
    static List<FrontPoint> of(List<Finding> all, Objective objective) {
        List<Finding> inOrder = all.stream()
                .sorted(Comparator.comparing((Finding each) -> each.fate() != Fate.CHOSEN)
                        .thenComparingDouble(each -> figure(measured(each), objective)))
                .toList();
        List<Finding> front = new ArrayList<>();
        for (Finding each : inOrder) {
            boolean answer = each.fate() == Fate.CHOSEN;
            boolean beaten = all.stream().anyMatch(other -> other != each && dominates(other, each, objective));
            boolean again = front.stream().anyMatch(other -> isAlike(other, each, objective));
            if (answer || (!beaten && !again)) {
                front.add(each);
            }
        }
        return front.stream()
                .limit(MOST)
                .map(each -> new FrontPoint(
                        each.candidate(), measured(each), new Verification.NotRun("the first three are run again")))
                .toList();
    }

    private static Measured measured(Finding finding) {
        return finding.measured().orElseThrow();
    }

    /** Where memory is the objective time is what else counts. */
    private static double figure(Measured measured, Objective objective) {
        return objective == Objective.MEMORY ? measured.median() : measured.cost();
    }

    /** Surely better in something, and surely worse in nothing. */
    private static boolean dominates(Finding one, Finding other, Objective objective) {
        Measured a = measured(one);
        Measured b = measured(other);
        return !isBetter(b, a, objective) && isBetter(a, b, objective);
    }

    private static boolean isAlike(Finding one, Finding other, Objective objective) {
        Measured a = measured(one);
        Measured b = measured(other);
        return !isBetter(a, b, objective) && !isBetter(b, a, objective);
    }

    /** Whether the one is surely less in any of the three. */
    private static boolean isBetter(Measured one, Measured other, Objective objective) {
        return isLess(one, other, objective)
                || isLess(one.memory(), other.memory())
                || isNearer(one.deviation(), other.deviation());
    }

    private static boolean isLess(Measured one, Measured other, Objective objective) {
        Optional<Interval> a = one.costInterval();
        Optional<Interval> b = other.costInterval();
        if (objective.isOfTime() && a.isPresent() && b.isPresent()) {
            return a.get().high() < b.get().low() && one.cost() * Race.CLOSE < other.cost();
        }
        // Who was not raced was left behind in its trial, by a block of each.
        double apart = objective == Objective.ENERGY ? READING : Trials.HOPELESS;
        return figure(one, objective) * apart < figure(other, objective);
    }

    private static boolean isLess(OptionalLong one, OptionalLong other) {
        return one.isPresent() && other.isPresent() && one.getAsLong() * READING < other.getAsLong();
    }

    private static boolean isNearer(OptionalDouble one, OptionalDouble other) {
        return one.isPresent()
                && other.isPresent()
                && other.getAsDouble() > ROUNDING
                && Math.max(one.getAsDouble(), ROUNDING) * FURTHER < other.getAsDouble();
    }
}
