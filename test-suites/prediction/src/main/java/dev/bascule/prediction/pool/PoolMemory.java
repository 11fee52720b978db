package dev.bascule.prediction.pool;

/**
 * What one replica takes of memory. Immutable.
 *
 * @param hostBytes of its processes
 * @param deviceBytes of a device with memory of its own; 0 where it computes in the host's
 * @param measured whether the host's part is a peak that was measured; else it is a bound
 * @param basis where both are from, for people
 */
public record PoolMemory(long hostBytes, long deviceBytes, boolean measured, String basis) {
    public PoolMemory {
        if (hostBytes < 0 || deviceBytes < 0) {
            throw new IllegalArgumentException("memory of %d and %d bytes".formatted(hostBytes, deviceBytes));
        }
    }
}
