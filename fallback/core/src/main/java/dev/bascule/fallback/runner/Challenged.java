package dev.bascule.fallback.runner;

import dev.bascule.fallback.measure.Samples;

/**
 * What a runner answered to a {@link Challenge}.
 *
 * @param outputs every output of every step
 * @param inferences milliseconds of each step, by the runner's clock, timed as an iteration is
 */
public record Challenged(Outputs outputs, Samples inferences) {}
