package dev.bascule.studies.reduce;

import dev.bascule.fallback.backend.GraphOptimization;
import dev.bascule.fallback.target.Machine;
import dev.bascule.fallback.target.Target;
import java.util.Map;
import java.util.Optional;

/**
 * The place where a failure was seen, for the report.
 *
 * @param name of the model or case
 * @param sha256 of the model's file
 * @param target where it fails
 * @param machine that it was seen on
 * @param environment facts of the page or process, by name
 * @param webNnDevice the device that WebNN was asked for, where it was
 * @param graphOptimization how far the engine may rewrite the graph
 * @param step which step of a model that is fed frame by frame, from 0; empty where there is one
 * @param dataSet the first data set that fails, and of how many; empty where there is only one
 * @param command that made the report
 * @param rerun what runs it once more in the folder of what is left
 */
public record FailureOrigin(
        String name,
        String sha256,
        Target target,
        Machine machine,
        Map<String, String> environment,
        Optional<String> webNnDevice,
        GraphOptimization graphOptimization,
        Optional<Integer> step,
        Optional<String> dataSet,
        String command,
        String rerun) {
    public FailureOrigin {
        environment = Map.copyOf(environment);
    }
}
