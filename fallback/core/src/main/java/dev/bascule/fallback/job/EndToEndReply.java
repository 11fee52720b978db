package dev.bascule.fallback.job;

import java.time.Duration;

/**
 * What going from a file to the outputs came to.
 *
 * @param times of the timed iterations
 * @param outputs that came of them, each that differs from those before it
 * @param inferences how many there were in all, those of warming up too
 * @param elapsed by the runner's clock, all included
 */
public record EndToEndReply(EndToEnd times, Outputs outputs, long inferences, Duration elapsed) {}
