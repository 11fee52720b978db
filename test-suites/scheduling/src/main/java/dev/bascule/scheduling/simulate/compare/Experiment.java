package dev.bascule.scheduling.simulate.compare;

import dev.bascule.scheduling.policy.Policies;
import dev.bascule.scheduling.simulate.engine.Knowledge;
import dev.bascule.scheduling.simulate.engine.Outcome;
import dev.bascule.scheduling.simulate.engine.Settings;
import dev.bascule.scheduling.simulate.engine.Simulation;
import dev.bascule.scheduling.simulate.model.Fleet;
import dev.bascule.scheduling.simulate.model.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * A workload on a fleet by several policies, each with the same seeds. Immutable.
 *
 * @param policies by name, one at least; what others gain is told against the baseline among them
 * @param seeds how many, from {@code first} on
 * @param times what policies are told of how long jobs take
 */
public record Experiment(
        Fleet fleet,
        Workload workload,
        List<String> policies,
        int seeds,
        long first,
        Optional<Duration> until,
        Knowledge times) {
    private static final String USUAL_BASELINE = "fifo";

    public Experiment {
        policies = List.copyOf(policies);
        if (policies.isEmpty() || seeds < 1) {
            throw new IllegalArgumentException("a policy and a seed at least");
        }
    }

    /** {@code fifo} where it is among them, else the first. */
    public String baseline() {
        return policies.contains(USUAL_BASELINE) ? USUAL_BASELINE : policies.get(0);
    }

    /** In the order of the policies. */
    public List<PolicyOutcomes> run() {
        List<PolicyOutcomes> all = new ArrayList<>();
        for (String policy : policies) {
            List<Outcome> outcomes = new ArrayList<>();
            for (int i = 0; i < seeds; i++) {
                outcomes.add(Simulation.run(
                        fleet,
                        workload,
                        Policies.of(policy, first + i),
                        new Settings(first + i, until, Settings.WINDOW, 0, times)));
            }
            all.add(new PolicyOutcomes(policy, outcomes));
        }
        return all;
    }
}
