package dev.bascule.fallback.job;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.driver.SessionSettings;
import java.time.Duration;
import java.util.List;

/**
 * Many small cases to be executed once each, for their outputs and not for their speed.
 *
 * @param id unique in the run
 * @param backend where they are asked to execute
 * @param pack the file that holds them: see {@code Pack} of the protocol
 * @param cases indices into the pack, in the order in which they are to be begun
 * @param alone whether each case gets a fresh engine that nothing ran in before
 * @param workers how many engines may work side by side, where the runner can have several
 * @param caseLimit for one case, all its data sets
 * @param settings how; {@link SessionSettings#evidence()} asks for each node's placement, from the same session
 */
public record PackRequest(
        String id,
        Backend backend,
        ModelArtifact pack,
        List<Integer> cases,
        boolean alone,
        int workers,
        Duration caseLimit,
        SessionSettings settings) {
    public PackRequest {
        cases = List.copyOf(cases);
        if (workers < 1) {
            throw new IllegalArgumentException("somebody has to do the work");
        }
    }
}
