package dev.bascule.suites.distribute;

import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.suites.execution.AttemptExecutor.Place;
import dev.bascule.suites.execution.JobIds;
import dev.bascule.suites.execution.PreparedCase;
import dev.bascule.suites.execution.RunnerSource;
import java.time.Duration;
import java.util.List;

/**
 * What a study over several devices stands on.
 *
 * @param kase the case; of a model that is fed frame by frame, the first frame counts
 * @param reference its right outputs
 * @param places the devices, in the user's order; one may be there several times
 * @param nativeSource for references
 * @param timeout for each answer of a runner
 */
public record Ground(
        PreparedCase kase,
        OutputChecker.Reference reference,
        List<Place> places,
        RunnerSource nativeSource,
        JobIds ids,
        Duration timeout) {

    public Ground {
        places = List.copyOf(places);
    }
}
