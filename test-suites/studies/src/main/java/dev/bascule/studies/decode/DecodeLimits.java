package dev.bascule.studies.decode;

import java.time.Duration;

/**
 * How long, how often and how near. Immutable.
 *
 * @param timeout for each answer of a runner, opening a session with all of its first inferences included
 * @param rounds how often the text is gone through, timed
 * @param distance how far a logit may lie from the reference's, in standard deviations of its position's logits
 */
public record DecodeLimits(Duration timeout, int rounds, double distance) {}
