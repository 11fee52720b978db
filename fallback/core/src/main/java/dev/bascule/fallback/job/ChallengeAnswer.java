package dev.bascule.fallback.job;

import dev.bascule.fallback.measure.Samples;

/**
 * A runner's answer to a {@link Challenge}.
 *
 * @param outputs every output of every step
 * @param inferences milliseconds of each step, by the runner's clock, timed as an iteration is
 */
public record ChallengeAnswer(Outputs outputs, Samples inferences) {}
