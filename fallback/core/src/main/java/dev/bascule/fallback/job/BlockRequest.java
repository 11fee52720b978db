package dev.bascule.fallback.job;

import java.time.Duration;
import java.util.List;

/**
 * A block of timed iterations: until {@code iterations} and {@code atLeast} are both reached, or {@code atMost} is.
 *
 * @param iterations how many at least
 * @param atLeast how long at least, summed over the timed regions
 * @param atMost when to stop regardless, by the wall clock; challenges do not count
 * @param challenges to be answered between its iterations, ascending by their place; for a session that takes challenges
 */
public record BlockRequest(int iterations, Duration atLeast, Duration atMost, List<Challenge> challenges) {

    public BlockRequest {
        challenges = List.copyOf(challenges);
    }

    /** One without challenges. */
    public BlockRequest(int iterations, Duration atLeast, Duration atMost) {
        this(iterations, atLeast, atMost, List.of());
    }

    public static BlockRequest ofIterations(int iterations, Duration atMost) {
        return new BlockRequest(iterations, Duration.ZERO, atMost);
    }

    /** The same block with challenges in it. */
    public BlockRequest withChallenges(List<Challenge> given) {
        return new BlockRequest(iterations, atLeast, atMost, given);
    }
}
