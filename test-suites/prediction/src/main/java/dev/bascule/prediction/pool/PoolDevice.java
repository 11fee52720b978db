package dev.bascule.prediction.pool;

import java.util.Optional;

/**
 * What computes.
 *
 * @param id {@code cpu}, {@code gpu:0}, {@code npu:0}
 * @param name for people
 * @param capacity how many threads it runs at once; 1 of a device that is busy or is not
 * @param room in memory of its own; empty where it computes in the host's, or nobody tells how much it has
 */
public record PoolDevice(String id, String name, double capacity, Optional<MemoryRoom> room) {
    public PoolDevice {
        if (!(capacity > 0)) {
            throw new IllegalArgumentException("%s has a capacity of %s".formatted(id, capacity));
        }
    }
}
