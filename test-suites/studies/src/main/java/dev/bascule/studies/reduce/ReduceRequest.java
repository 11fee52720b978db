package dev.bascule.studies.reduce;

import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.studies.conformance.cases.ConformanceCase;
import dev.bascule.suites.setting.CaseKeys;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What one invocation asks for. Immutable.
 *
 * @param run the one case with its one target, as a run would have it
 * @param testCase the same as a conformance run reads it: its data sets, and how far its outputs may be off; empty where it is no
 *     such case, or fed otherwise
 * @param backend where it fails
 * @param limits how far to go
 * @param stepLimit for one trial
 * @param out folder for what is left; made when there is something to write
 */
public record ReduceRequest(
        RunRequest run,
        Optional<ConformanceCase> testCase,
        Backend backend,
        Reducer.Limits limits,
        Duration stepLimit,
        Path out) {

    /** Whether a conformance run is what shows the failure again: such a run optimises graphs. */
    public boolean isConformance() {
        return testCase.isPresent()
                && run.cases().stream()
                        .allMatch(one -> one.settings().get(CaseKeys.GRAPH_OPTIMIZATION) == GraphOptimization.ALL);
    }
}
