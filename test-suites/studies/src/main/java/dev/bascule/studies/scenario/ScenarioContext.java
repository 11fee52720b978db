package dev.bascule.studies.scenario;

import dev.bascule.execution.JobIds;
import dev.bascule.execution.Place;
import dev.bascule.execution.PreparedCase;
import dev.bascule.execution.RunnerSource;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.runner.ModelArtifact;
import dev.bascule.models.workload.Batching;
import dev.bascule.studies.distribute.StudyContext;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a scenario is played with.
 *
 * @param testCase the case, which ran right in this place before
 * @param reference its right outputs
 * @param other a second, tiny model
 * @param place where
 * @param others other backends of the same browser that it says it has
 * @param sound what the case takes of a sound in real time
 * @param sounds one sound in several codecs, by the name of its file; that of WAV is among them
 * @param places where one on several devices is played; the first is {@code place}
 * @param nativeSource for references of its own
 * @param workload what changes of the workload need
 * @param ids of jobs
 * @param timeout for each answer of a runner
 */
record ScenarioContext(
        PreparedCase testCase,
        OutputChecker.Reference reference,
        PreparedCase other,
        Place place,
        List<Backend> others,
        StreamInput sound,
        Map<String, ModelArtifact> sounds,
        List<Place> places,
        RunnerSource nativeSource,
        WorkloadContext workload,
        JobIds ids,
        Duration timeout) {

    ScenarioContext {
        others = List.copyOf(others);
        places = List.copyOf(places);
        sounds = Collections.unmodifiableMap(new TreeMap<>(sounds));
    }

    /** On one device. */
    ScenarioContext(
            PreparedCase testCase,
            OutputChecker.Reference reference,
            PreparedCase other,
            Place place,
            List<Backend> others,
            StreamInput sound,
            Map<String, ModelArtifact> sounds,
            WorkloadContext workload,
            JobIds ids,
            Duration timeout) {
        this(
                testCase,
                reference,
                other,
                place,
                others,
                sound,
                sounds,
                List.of(place),
                place.source(),
                workload,
                ids,
                timeout);
    }

    /** The case at another batch size: a case of its own, whose rows are its first one moved on. */
    PreparedCase atBatch(Batching batching, int batch) {
        CaseId id = testCase.id();
        Map<String, String> settings = new TreeMap<>(id.settings());
        settings.put("batch", Integer.toString(batch));
        settings.put("rows", "moved");
        return testCase.withFeeds(CaseId.of(id.suite(), id.path(), id.name(), settings), batching.at(batch));
    }

    /** What a study over several devices stands on. */
    StudyContext ground() {
        return new StudyContext(testCase, reference, places, nativeSource, ids, timeout);
    }

    /** A runner with nothing on it yet. */
    ScenarioRunner scenarioRunner() {
        return new ScenarioRunner(place, ids, timeout);
    }
}
