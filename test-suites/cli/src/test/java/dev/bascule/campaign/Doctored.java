package dev.bascule.campaign;

import dev.bascule.fallback.attempt.Attempt;
import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.run.RunRecord;
import java.util.List;
import java.util.Optional;

/** A run in which something is put that did not happen. */
record Doctored(RunRecord run) {
    /** With this attempt in place of the first cell's, and without other cells. */
    RunRecord with(Attempt attempt) {
        CaseRun cell = run.runs().get(0);
        CaseRun doctored = new CaseRun(
                cell.caseId(), cell.model(), cell.chain(), List.of(attempt), Optional.empty(), cell.reproduce());
        return new RunRecord(
                run.invocation(),
                run.times(),
                run.machine(),
                run.extent(),
                List.of(doctored),
                run.scenarios(),
                run.errors(),
                run.models(),
                run.provenance());
    }
}
