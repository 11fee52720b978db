package dev.bascule.studies.truth;

import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backend;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/**
 * What one invocation asks for. Immutable.
 *
 * @param run the one case, as a run would have it
 * @param targets where it is run, in order
 * @param stepLimit for one run of it
 */
public record TruthRequest(RunRequest run, List<Chosen> targets, Duration stepLimit) {
    public TruthRequest {
        targets = List.copyOf(targets);
    }

    /**
     * One target.
     *
     * @param browser by its id; empty for whichever takes part
     * @param named whether the user named it, so that its absence is told as a failure and not left out
     */
    public record Chosen(Optional<String> browser, Backend backend, boolean named) {}
}
