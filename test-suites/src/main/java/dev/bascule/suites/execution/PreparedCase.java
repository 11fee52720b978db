package dev.bascule.suites.execution;

import dev.bascule.fallback.attempt.OutputChecker;
import dev.bascule.fallback.cases.CaseId;
import dev.bascule.fallback.cases.ModelInfo;
import dev.bascule.fallback.runner.Feeds;
import dev.bascule.fallback.runner.ModelArtifact;
import dev.bascule.fallback.runner.Settings;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * A case with everything that a runner needs, the identical bytes for every target.
 *
 * @param id the case
 * @param model what runs
 * @param artifact its file
 * @param feeds its inputs
 * @param outputs the outputs to check, in the model's order
 * @param settings how it is run
 * @param expected published expected outputs, where the case has them
 * @param notes facts about the inputs worth keeping in the evidence, by name
 */
public record PreparedCase(
        CaseId id,
        ModelInfo model,
        ModelArtifact artifact,
        Feeds feeds,
        List<String> outputs,
        Settings settings,
        Optional<OutputChecker.Reference> expected,
        Map<String, String> notes) {

    public PreparedCase {
        outputs = List.copyOf(outputs);
        notes = Map.copyOf(notes);
    }

    PreparedCase withSettings(Settings other) {
        return new PreparedCase(id, model, artifact, feeds, outputs, other, expected, notes);
    }
}
