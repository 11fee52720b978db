package dev.bascule.scheduling.simulate.forecast;

import dev.bascule.scheduling.simulate.compare.Spread;
import dev.bascule.scheduling.simulate.engine.Knowledge;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Makespans that were simulated before the real runs. Immutable.
 *
 * @param at when it was made
 * @param fleet SHA-256 of the fleet's file
 * @param times what policies were told of how long jobs take
 */
public record Forecast(Instant at, String fleet, Knowledge times, List<OfWorkload> workloads) {
    public Forecast {
        workloads = List.copyOf(workloads);
    }

    /**
     * @param sha256 of the workload's file
     * @param baseline what gains are told against, one of the policies
     */
    public record OfWorkload(String name, String sha256, String baseline, List<OfPolicy> policies) {
        public OfWorkload {
            policies = List.copyOf(policies);
        }

        Optional<OfPolicy> policy(String policyName) {
            return policies.stream()
                    .filter(each -> each.policy().equals(policyName))
                    .findFirst();
        }
    }

    /** @param makespans in seconds, one of each seed, in the order of seeds; one at least */
    public record OfPolicy(String policy, List<Double> makespans) {
        public OfPolicy {
            makespans = List.copyOf(makespans);
        }

        /** By how much it is shorter, seed by seed. */
        Spread gainOver(OfPolicy other) {
            List<Double> gains = new ArrayList<>();
            for (int i = 0; i < makespans.size(); i++) {
                gains.add(1 - makespans.get(i) / other.makespans().get(i));
            }
            return Spread.of(gains);
        }
    }
}
