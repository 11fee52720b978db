package dev.bascule.studies.conformance;

import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.run.RunRecord;

/** Runs conformance cases. */
public interface ConformanceService {

    /**
     * Runs every case on every column, once each, for its outputs. What a case may do (crash, trap, hang, exhaust its
     * engine) costs that case alone and is in the record: one {@link dev.bascule.fallback.attempt.CaseRun} with a strict
     * chain for each case and column. Interruptible as {@link dev.bascule.execution.service.RunService#run}.
     *
     * @param turn taken for it, and given back after it, by the caller
     * @throws dev.bascule.fallback.error.BasculeException for an environment that makes the whole request impossible
     */
    RunRecord run(ConformanceRequest request, RunTurn turn, ConformanceListener listener);
}
