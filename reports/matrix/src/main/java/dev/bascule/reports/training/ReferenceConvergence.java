package dev.bascule.reports.training;

import java.util.List;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * Whether runs reach their target after as many steps as the reference's runs with the same seeds do, both ways: too fast is as suspicious
 * as too slow, as in MLPerf's reference convergence points. Decided by the ranks of the differences of each seed, so that a run which did not
 * reach the target counts as slower than any that did. Immutable.
 *
 * @param p how likely so uneven differences are where both are the same: the exact two-sided signed-rank test (Wilcoxon 1945), ties
 *     included
 * @param ratio median steps by the reference's; empty where half of either did not reach the target
 * @param reached runs that reached the target, {@code of} so many
 */
public record ReferenceConvergence(
        Verdict verdict, double p, OptionalDouble ratio, int reached, int of, int referenceReached, int referenceOf) {
    /** False alarms: half of it too slow, half too fast. */
    public static final double LEVEL = 0.05;

    /** What the seeds say. */
    public enum Verdict {
        AS_THE_REFERENCE,
        TOO_SLOW,
        TOO_FAST,
        /** No differences of so few seeds could be told from chance: six are the fewest that can. */
        TOO_FEW_SEEDS
    }

    /**
     * @param steps to the target of each seed; empty where it was not reached
     * @param reference the same of the reference's runs, in the order of the same seeds
     * @throws IllegalArgumentException where they are not as many
     */
    public static ReferenceConvergence of(List<OptionalLong> steps, List<OptionalLong> reference) {
        if (steps.size() != reference.size()) {
            throw new IllegalArgumentException("%d and %d runs".formatted(steps.size(), reference.size()));
        }
        SignedRank ranks = SignedRank.of(values(steps), values(reference));
        double p = Math.min(1, 2 * Math.min(ranks.atMost(), ranks.atLeast()));
        return new ReferenceConvergence(
                verdict(ranks, p, steps.size()),
                p,
                ratio(
                        StepsToTarget.of(steps).median(),
                        StepsToTarget.of(reference).median()),
                reached(steps),
                steps.size(),
                reached(reference),
                reference.size());
    }

    private static Verdict verdict(SignedRank ranks, double p, int seeds) {
        if (2 * Math.pow(0.5, seeds) > LEVEL) {
            return Verdict.TOO_FEW_SEEDS;
        }
        if (p > LEVEL) {
            return Verdict.AS_THE_REFERENCE;
        }
        return ranks.atMost() < ranks.atLeast() ? Verdict.TOO_FAST : Verdict.TOO_SLOW;
    }

    private static double[] values(List<OptionalLong> steps) {
        return steps.stream()
                .mapToDouble(each -> each.isPresent() ? each.getAsLong() : Double.POSITIVE_INFINITY)
                .toArray();
    }

    private static OptionalDouble ratio(OptionalDouble here, OptionalDouble reference) {
        return here.isPresent() && reference.isPresent() && reference.getAsDouble() > 0
                ? OptionalDouble.of(here.getAsDouble() / reference.getAsDouble())
                : OptionalDouble.empty();
    }

    private static int reached(List<OptionalLong> steps) {
        return (int) steps.stream().filter(OptionalLong::isPresent).count();
    }
}
