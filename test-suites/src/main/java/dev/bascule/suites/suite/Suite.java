package dev.bascule.suites.suite;

import dev.bascule.fallback.backend.Backend;
import dev.bascule.fallback.backend.Chain;
import java.util.List;
import java.util.Optional;

/**
 * A suite as its file says it; what the file leaves open is empty and comes from the configuration.
 *
 * @param name in case ids
 * @param description one line for people
 * @param hash SHA-256 of the file's text
 * @param seed of generated inputs
 * @param measurement how to measure
 * @param models what runs
 * @param targets backends that are each measured on their own
 * @param chains fallback chains
 * @param comparisons whether browser targets are compared with the native CPU
 */
public record Suite(
        String name,
        String description,
        String hash,
        Optional<Long> seed,
        MeasurementOverrides measurement,
        List<SuiteModel> models,
        Optional<List<Backend>> targets,
        Optional<List<Chain>> chains,
        Optional<Boolean> comparisons) {

    public Suite {
        models = List.copyOf(models);
        targets = targets.map(List::copyOf);
        chains = chains.map(List::copyOf);
    }
}
