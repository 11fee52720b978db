package dev.bascule.studies.select;

import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backend;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * What one invocation asks for. Immutable.
 *
 * @param run the one case, as a run would have it
 * @param backends that may be chosen
 * @param named whether the user named them, so that one that is not here is an error
 * @param threads of CPU engines that may be chosen
 * @param batches that may be chosen; of a model that follows its batch
 * @param dimensions in which the best may be configured otherwise
 * @param halfModel where a float16 model that is made of the model is kept; one is tried where it is said, and in the dimensions
 * @param objective what is to be least
 * @param limits what is to be kept
 */
public record SelectRequest(
        RunRequest run,
        List<Backend> backends,
        boolean named,
        List<Integer> threads,
        List<Integer> batches,
        List<Dimension> dimensions,
        Optional<Path> halfModel,
        Objective objective,
        SelectLimits limits) {

    public SelectRequest {
        backends = List.copyOf(backends);
        threads = List.copyOf(threads);
        batches = List.copyOf(batches);
        dimensions = List.copyOf(dimensions);
    }
}
