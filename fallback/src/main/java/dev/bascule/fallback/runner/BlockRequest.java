package dev.bascule.fallback.runner;

import java.time.Duration;

/**
 * A block of timed iterations: until {@code iterations} and {@code atLeast} are both reached, or {@code atMost} is.
 *
 * @param iterations how many at least
 * @param atLeast how long at least, summed over the timed regions
 * @param atMost when to stop regardless, by the wall clock
 */
public record BlockRequest(int iterations, Duration atLeast, Duration atMost) {

    public static BlockRequest ofIterations(int iterations, Duration atMost) {
        return new BlockRequest(iterations, Duration.ZERO, atMost);
    }
}
