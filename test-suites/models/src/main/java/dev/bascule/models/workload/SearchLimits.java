package dev.bascule.models.workload;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/**
 * What a search may not go beyond.
 *
 * @param latency of an inference, by its median
 * @param memoryBytes peak of the runner's processes, and what the tensors are estimated to need before anything runs; a
 *     device's own memory is not in the peak
 * @param accuracy greatest error that a precision may bring, relative to the reference's largest value
 */
public record SearchLimits(Optional<Duration> latency, OptionalLong memoryBytes, OptionalDouble accuracy) {
    public static final SearchLimits NONE =
            new SearchLimits(Optional.empty(), OptionalLong.empty(), OptionalDouble.empty());

    /** The options that say so, each after a blank. */
    public String options() {
        StringBuilder words = new StringBuilder();
        latency.ifPresent(limit ->
                words.append(" --latency-limit ").append(limit.toNanos() / 1e6).append("ms"));
        memoryBytes.ifPresent(limit -> words.append(" --memory-limit ").append(limit));
        accuracy.ifPresent(limit -> words.append(" --accuracy ").append(limit));
        return words.toString();
    }

    /** What is said here, with the other's in place of what is not. */
    public SearchLimits or(SearchLimits other) {
        return new SearchLimits(
                latency.or(other::latency),
                memoryBytes.isPresent() ? memoryBytes : other.memoryBytes,
                accuracy.isPresent() ? accuracy : other.accuracy);
    }
}
