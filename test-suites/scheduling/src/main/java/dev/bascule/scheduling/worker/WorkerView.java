package dev.bascule.scheduling.worker;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;

/**
 * A worker, as the scheduler sees it at one moment. Immutable.
 *
 * @param freeAt when it is expected to be done with what it has, or was expected to be where it is not yet; where
 *     nobody knows how long that takes, when it began with it; empty where it is idle
 * @param warm what it has loaded: models by SHA-256, backends of which a runner is kept by id
 * @param condition what its sensors say
 */
public record WorkerView(
        WorkerId id, Inventory inventory, Optional<Instant> freeAt, Set<String> warm, Condition condition) {
    public WorkerView {
        warm = Set.copyOf(warm);
    }

    /** Of a machine without sensors. */
    public WorkerView(WorkerId id, Inventory inventory, Optional<Instant> freeAt, Set<String> warm) {
        this(id, inventory, freeAt, warm, Condition.UNKNOWN);
    }

    public boolean isIdle() {
        return freeAt.isEmpty();
    }
}
