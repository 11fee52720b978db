package dev.bascule.studies.pool;

import dev.bascule.execution.service.RunRequest;
import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.DeviceType;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * What is to be served. Immutable.
 *
 * @param run with one case for each model, in the order of {@code models}
 * @param most bytes that all replicas may hold; empty for any
 * @param oneAtATime whether one replica may be loaded at a time
 * @param length in which requests come
 * @param seed they follow from
 */
public record PoolRequest(
        RunRequest run, List<Model> models, OptionalLong most, boolean oneAtATime, Duration length, long seed) {

    public PoolRequest {
        models = List.copyOf(models);
        if (models.size() != run.cases().size()) {
            throw new IllegalArgumentException("%d models and %d cases"
                    .formatted(models.size(), run.cases().size()));
        }
    }

    /**
     * @param name in what is told of it
     * @param rate in requests per second
     */
    public record Model(String name, double rate, List<Part> parts) {
        public Model {
            parts = List.copyOf(parts);
        }
    }

    /**
     * Replicas on one backend.
     *
     * @param target for people
     * @param browser the word of {@code --browsers} for where it is; empty for native ones
     * @param type of device to ask for, where one can
     * @param threads of each
     * @param plannedBytes of each
     */
    public record Part(
            String target,
            Optional<String> browser,
            Backend backend,
            DeviceType type,
            int threads,
            int replicas,
            long plannedBytes) {}
}
