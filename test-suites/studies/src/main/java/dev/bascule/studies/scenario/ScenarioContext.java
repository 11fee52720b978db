package dev.bascule.studies.scenario;

import dev.bascule.execution.cases.PreparedCase;
import dev.bascule.execution.source.Place;
import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.job.ModelArtifact;
import dev.bascule.fallback.runner.Capturing;
import dev.bascule.models.workload.Batching;
import dev.bascule.studies.distribute.StudyContext;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * What a scenario is played with.
 *
 * @param ground the case, which ran right in this place before, with its right outputs, and the devices that a study over
 *     several is played on; the first is {@code place}
 * @param other a second, tiny model
 * @param place where
 * @param others other backends of the same browser that it says it has
 * @param sound what the case takes of a sound in real time
 * @param sounds one sound in several codecs, by the name of its file; that of WAV is among them
 * @param samples what the model can be asked whose answers are known
 * @param followers the models that go on with what the case's model makes
 * @param workload what changes of the workload need
 */
record ScenarioContext(
        StudyContext ground,
        PreparedCase other,
        Place place,
        List<Backend> others,
        StreamInput sound,
        Map<String, ModelArtifact> sounds,
        Samples samples,
        Followers followers,
        WorkloadContext workload) {

    ScenarioContext {
        others = List.copyOf(others);
        sounds = Collections.unmodifiableMap(new TreeMap<>(sounds));
    }

    PreparedCase testCase() {
        return ground.testCase();
    }

    OutputChecker.Reference reference() {
        return ground.reference();
    }

    /** The case at another batch size: a case of its own, whose rows are its first one moved on. */
    PreparedCase atBatch(Batching batching, int batch) {
        CaseId id = testCase().id();
        Map<String, String> settings = new TreeMap<>(id.settings());
        settings.put("batch", Integer.toString(batch));
        settings.put("rows", "moved");
        return testCase().withFeeds(CaseId.of(id.suite(), id.path(), id.name(), settings), batching.at(batch));
    }

    /** A runner with nothing on it yet. */
    ScenarioRunner scenarioRunner() {
        return scenarioRunner(place);
    }

    /** The same started by this launcher. */
    ScenarioRunner scenarioRunner(Capturing capturing) {
        return new ScenarioRunner(place, place.source().isolated(capturing), ground.ids(), ground.timeout());
    }

    /** The same in another place. */
    ScenarioRunner scenarioRunner(Place elsewhere) {
        return new ScenarioRunner(elsewhere, ground.ids(), ground.timeout());
    }
}
