package dev.bascule.scheduling.worker;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A worker, as the scheduler sees it at one moment. Immutable.
 *
 * @param freeAt when it is expected to be done with what it has; empty where it is idle
 * @param warm what it has loaded: models by SHA-256, browsers by id
 */
public record WorkerView(WorkerId id, Inventory inventory, Optional<Instant> freeAt, Set<String> warm) {
    public WorkerView {
        warm = Set.copyOf(warm);
    }

    public boolean isIdle() {
        return freeAt.isEmpty();
    }
}
