package dev.bascule.fallback.job;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.driver.SessionSettings;
import java.util.List;

/**
 * One request to open a model on a backend.
 *
 * @param id unique in the run
 * @param backend where it is asked to execute
 * @param model the file
 * @param feeds its inputs
 * @param outputs the outputs to read back, in the model's order
 * @param settings how
 */
public record Job(
        String id, Backend backend, ModelArtifact model, Feeds feeds, List<String> outputs, SessionSettings settings) {

    public Job {
        outputs = List.copyOf(outputs);
    }
}
