package dev.bascule.studies.pool;

import dev.bascule.fallback.measure.Samples;
import java.util.Optional;

/**
 * What became of one model's requests. Immutable.
 *
 * @param offered how many came
 * @param failed answered with a failure
 * @param unanswered still waiting when serving was over
 * @param latency of those answered, in order: from the moment each was due, waiting and loading included
 * @param computed of the same, what computing took by the runner's clock, without the ways there and back
 * @param loads how often a replica was loaded, the first time included
 * @param evictions how often one had to go for another
 * @param losses how often a replica's process went while it was to answer
 * @param firstFailure of replicas or requests
 */
public record ServedModel(
        String model,
        int offered,
        int failed,
        int unanswered,
        Samples latency,
        Samples computed,
        int loads,
        int evictions,
        int losses,
        Optional<String> firstFailure) {}
