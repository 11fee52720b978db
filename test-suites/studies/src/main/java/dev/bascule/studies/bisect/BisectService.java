package dev.bascule.studies.bisect;

import dev.bascule.execution.service.RunTurn;

/** Searches versions of engines and browsers. */
public interface BisectService {

    /**
     * Finds the versions between which a case changes. Interruptible: what is known by then is the result.
     *
     * @param turn taken for it, and given back after it, by the caller
     * @throws dev.bascule.fallback.error.BasculeException when the model cannot be used, an end is no known version, or nobody
     *     tells which versions there are
     */
    BisectReport bisect(BisectRequest request, RunTurn turn, BisectListener listener);
}
