package dev.bascule.studies.pool;

import java.util.List;
import java.util.Optional;

/** Where replicas can be opened, as long as the work with it lasts. Belongs to one thread. */
public interface PoolHost {

    /**
     * Loads what was asked for, answers requests for a while and closes everything. Interruptible; what was served so far is told.
     *
     * @throws dev.bascule.fallback.error.BasculeException when a model or its inputs cannot be used
     */
    ServedPool serve(PoolRequest request);

    /**
     * What a request takes beside computing, of each part of each model in order, one replica after the other; empty where that
     * cannot be told, and of all that come after an interrupt, which stays pending.
     *
     * @throws dev.bascule.fallback.error.BasculeException as {@link #serve}
     */
    List<Optional<RequestCost>> costs(PoolRequest request);
}
