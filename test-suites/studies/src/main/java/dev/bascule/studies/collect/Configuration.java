package dev.bascule.studies.collect;

import dev.bascule.fallback.backend.Backend;

/**
 * A model on a target in one configuration. Immutable.
 *
 * @param model by its name
 * @param place as {@link CollectPlace#name} has it
 * @param backend where it is to run
 * @param threads of a CPU engine
 */
public record Configuration(String model, String place, Backend backend, int threads) {}
