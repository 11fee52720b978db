package dev.bascule.studies.pool;

import dev.bascule.execution.service.RunListener;

/** Serves a pool on this machine. */
public interface PoolService {

    /**
     * Loads what was asked for, answers requests for a while and closes everything. Interruptible; what was served so far is told.
     *
     * @throws dev.bascule.fallback.error.BasculeException when a model or its inputs cannot be used
     */
    ServedPool serve(PoolRequest request, RunListener listener);
}
