package dev.bascule.prediction.pool;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What a plan keeps to.
 *
 * @param load the greatest share of its time that a replica, and of its threads that a device, may be busy: 0.7 leaves room
 *     for requests that come together
 * @param deadline that each inference keeps by itself, waiting not counted
 * @param replicas the most of one model
 */
public record PoolLimits(double load, Optional<Duration> deadline, OptionalInt replicas) {
    public PoolLimits {
        if (!(load > 0 && load <= 1)) {
            throw new IllegalArgumentException("a load of " + load);
        }
        if (replicas.isPresent() && replicas.getAsInt() < 1) {
            throw new IllegalArgumentException("%d replicas".formatted(replicas.getAsInt()));
        }
    }

    boolean allows(PoolTime time) {
        return deadline.map(limit -> time.worstMillis() <= limit.toNanos() / 1e6)
                .orElse(true);
    }
}
