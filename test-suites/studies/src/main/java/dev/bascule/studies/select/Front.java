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
import java.util.function.BiPredicate;

/**
 * The Pareto front of what was measured: nobody on it is surely no better than another in the objective, in memory and in the
 * deviation of outputs. One is better only where the two are told apart: figures with intervals by these and by more than 5 %, single readings where they are
 * {@value #READING} times apart, as times of two races are, which the machine did not treat alike; deviations of rounding never. The answer is on it in any case. Stateless.
 *
 * @param objective what is to be least
 * @param ofOneRace whether two were measured in turn
 */
record Front(Objective objective, BiPredicate<Candidate, Candidate> ofOneRace) {
    /** A handful. */
    private static final int MOST = 5;
    /** Five processes of one configuration were seen to grow by 24.9 to 30.8 MiB. */
    static final double READING = 1.3;
    /** What the order of sums does to 32-bit floats says nothing of who is nearer to the truth. */
    private static final double ROUNDING = 1e-4;
    /** Below twice as far, deviations are of the inputs that happened to be. */
    private static final double FURTHER = 2;

    /**
     * What is on it, the answer first, then by the objective.
     *
     * @param all right and within the limits, each once
     */
    List<FrontPoint> of(List<Finding> all) {
        List<Finding> inOrder = all.stream()
                .sorted(Comparator.comparing((Finding each) -> each.fate() != Fate.CHOSEN)
                        .thenComparingDouble(each -> figure(measured(each))))
                .toList();
        List<Finding> front = new ArrayList<>();
        for (Finding each : inOrder) {
            boolean answer = each.fate() == Fate.CHOSEN;
            boolean beaten = all.stream().anyMatch(other -> other != each && dominates(other, each));
            boolean again = front.stream().anyMatch(other -> isAlike(other, each));
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
    private double figure(Measured measured) {
        return objective == Objective.MEMORY ? measured.median() : measured.cost();
    }

    /** Surely better in something, and surely worse in nothing. */
    private boolean dominates(Finding one, Finding other) {
        return !isBetter(other, one) && isBetter(one, other);
    }

    private boolean isAlike(Finding one, Finding other) {
        return !isBetter(one, other) && !isBetter(other, one);
    }

    /** Whether the one is surely less in any of the three. */
    boolean isBetter(Finding one, Finding other) {
        Measured a = measured(one);
        Measured b = measured(other);
        return isLess(a, b, ofOneRace.test(one.candidate(), other.candidate()))
                || isLess(a.memory(), b.memory())
                || isNearer(a.deviation(), b.deviation());
    }

    private boolean isLess(Measured one, Measured other, boolean inTurn) {
        Optional<Interval> a = one.costInterval();
        Optional<Interval> b = other.costInterval();
        if (objective.isOfTime() && a.isPresent() && b.isPresent()) {
            return a.get().high() < b.get().low() && one.cost() * (inTurn ? Race.CLOSE : READING) < other.cost();
        }
        // Who was not raced was left behind in its trial, by a block of each.
        double apart = objective == Objective.ENERGY ? READING : Trials.HOPELESS;
        return figure(one) * apart < figure(other);
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
