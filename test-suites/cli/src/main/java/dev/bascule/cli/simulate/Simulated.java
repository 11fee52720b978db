package dev.bascule.cli.simulate;

import dev.bascule.scheduling.simulate.compare.Experiment;
import dev.bascule.scheduling.simulate.compare.PolicyOutcomes;
import java.util.List;

/**
 * One workload, simulated. Immutable.
 *
 * @param outcomes in the order of the experiment's policies
 */
record Simulated(Experiment experiment, List<PolicyOutcomes> outcomes) {
    Simulated {
        outcomes = List.copyOf(outcomes);
    }

    PolicyOutcomes baseline() {
        return outcomes.stream()
                .filter(each -> each.policy().equals(experiment.baseline()))
                .findFirst()
                .orElseThrow();
    }

    long workers() {
        return experiment.fleet().machines().stream()
                .mapToLong(each -> (long) each.count() * each.lanes())
                .sum();
    }
}
