package dev.bascule.fallback.attempt;

import dev.bascule.fallback.measure.Samples;
import java.util.Optional;

/**
 * Warm inferences, all of them in order.
 *
 * @param warmUp milliseconds of the iterations before the rule called it warm; not in the statistics
 * @param measured milliseconds of the iterations that count
 * @param stable whether the warm-up ended by stability rather than by its limit
 * @param noise what the machine did meanwhile, if it was noticed
 */
public record Timing(Samples warmUp, Samples measured, boolean stable, Optional<String> noise) {}
