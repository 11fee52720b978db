package dev.bascule.studies.distribute;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.Place;
import dev.bascule.execution.source.RunnerSource;
import dev.bascule.fallback.attempt.OutputChecker;
import java.time.Duration;
import java.util.List;

/**
 * What a study stands on.
 *
 * @param testCase the case; of a model that is fed frame by frame, the first frame counts
 * @param reference its right outputs
 * @param places the devices, in the user's order; one may be there several times
 * @param nativeSource for references
 * @param timeout for each answer of a runner
 */
public record StudyContext(
        PreparedCase testCase,
        OutputChecker.Reference reference,
        List<Place> places,
        RunnerSource nativeSource,
        JobIds ids,
        Duration timeout) {

    public StudyContext {
        places = List.copyOf(places);
    }
}
