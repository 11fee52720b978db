package dev.bascule.nativerunner.detect;

import java.util.Map;
import java.util.Optional;

/**
 * What was found for a backend.
 *
 * @param backend its id
 * @param tier how far it was seen to work
 * @param missing why a job on it cannot even be tried, and what brings it; empty when a job can be tried
 * @param facts what was seen
 */
public record Finding(String backend, Tier tier, Optional<String> missing, Map<String, String> facts) {

    public Finding {
        facts = Map.copyOf(facts);
    }

    static Finding usable(String backend, Tier tier, Map<String, String> facts) {
        return new Finding(backend, tier, Optional.empty(), facts);
    }

    static Finding missing(String backend, Tier tier, String reason, String remedy, Map<String, String> facts) {
        return new Finding(backend, tier, Optional.of(reason + "; " + remedy), facts);
    }
}
