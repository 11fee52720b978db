package dev.bascule.cli.output.run;

import dev.bascule.fallback.attempt.CaseRun;
import dev.bascule.fallback.attempt.SharedAttempts;
import dev.bascule.fallback.cases.CaseId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** The cells of a run as they end. Belongs to one thread. */
final class FinishedCells {
    private final Map<CaseId, List<CaseRun>> byCase = new HashMap<>();

    /** The cell before this one that measured what it shows; empty where it was measured for this one. */
    Optional<CaseRun> measuredBefore(CaseRun run) {
        List<CaseRun> before = byCase.computeIfAbsent(run.caseId(), first -> new ArrayList<>());
        Optional<CaseRun> measuredIn = new SharedAttempts(before).measuredIn(run, run.decisive());
        before.add(run);
        return measuredIn;
    }
}
