package dev.bascule.studies.bisect;

import dev.bascule.execution.service.RunRequest;
import dev.bascule.execution.service.RunTurn;
import dev.bascule.fallback.run.RunRecord;

/** Runs a case with a setup of browsers in turn (ABBA) with the same case in another setup, in one go on one machine. */
@FunctionalInterface
public interface BesideRuns {

    /**
     * @param wanted one case on one chain of one backend
     * @param standard the same with the setup that it is measured beside
     * @return the wanted case with its comparison
     */
    RunRecord run(RunRequest wanted, RunRequest standard, RunTurn turn);
}
