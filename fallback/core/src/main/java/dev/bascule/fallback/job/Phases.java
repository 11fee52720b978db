package dev.bascule.fallback.job;

import java.time.Duration;
import java.util.Optional;

/**
 * The phases of an attempt other than warm inferences, each timed apart; empty where the phase was not reached.
 *
 * @param fetch getting the model's bytes
 * @param create creating (compiling) the session
 * @param first the first inference, to its data on the CPU
 * @param dispose releasing the session
 */
public record Phases(
        Optional<Duration> fetch, Optional<Duration> create, Optional<Duration> first, Optional<Duration> dispose) {
    public static final Phases NONE =
            new Phases(Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty());
}
