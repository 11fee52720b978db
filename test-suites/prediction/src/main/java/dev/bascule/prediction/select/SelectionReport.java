package dev.bascule.prediction.select;

import dev.bascule.prediction.interval.ShareLimits;
import java.util.List;
import java.util.OptionalDouble;

/**
 * How often a choice was the best, on models whose architecture the fits never saw. Immutable.
 *
 * @param strata groups of targets to choose among
 */
public record SelectionReport(List<Stratum> strata) {

    public SelectionReport {
        strata = List.copyOf(strata);
    }

    /**
     * Targets to choose among.
     *
     * @param name for people
     * @param models of which at least two of the targets are known
     * @param architectures of these
     * @param targets in all
     * @param failing pairs of these models that ended badly
     * @param constant always the target that is best for the other architectures
     * @param policies by how much is measured first
     */
    public record Stratum(
            String name,
            int models,
            int architectures,
            int targets,
            int failing,
            Outcome constant,
            List<Policy> policies) {

        public Stratum {
            policies = List.copyOf(policies);
        }
    }

    /**
     * A way to choose.
     *
     * @param raced candidates that are tried and raced, beside native CPU, which predictions take; none is chosen by prediction
     *     alone where it is not 0
     * @param outcome what came of it
     * @param gapClosed of the mean regret between the constant choice and the best, the share that it closes; empty where there is none
     */
    public record Policy(int raced, Outcome outcome, OptionalDouble gapClosed) {}

    /**
     * What choices came to.
     *
     * @param hits within 5 % of the best, or the target's noise floor if that is more
     * @param meanRegret time lost, as a share of the best; over what ran
     * @param p95Regret which 95 of 100 stay below
     * @param failed how often what was chosen did not run right
     * @param none how often nothing was chosen
     */
    public record Outcome(ShareLimits hits, double meanRegret, double p95Regret, int failed, int none) {}
}
