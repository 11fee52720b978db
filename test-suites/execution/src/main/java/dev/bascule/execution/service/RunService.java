package dev.bascule.execution.service;

import dev.bascule.fallback.run.RunRecord;

/** Runs cases. */
public interface RunService {

    /**
     * Runs every case down every one of its chains. What a case may expect is in the record. When the calling thread is
     * interrupted it stops at once, kills every process that it started, and returns what was measured so far, marked
     * {@link RunRecord.Extent#interrupted()}, with the thread's interrupt flag set.
     *
     * @param turn taken for it, and given back after it, by the caller
     * @throws dev.bascule.fallback.error.BasculeException for a model, an input or an environment that makes the whole
     *     request impossible
     */
    RunRecord run(RunRequest request, RunTurn turn, RunListener listener);
}
