package dev.bascule.prediction.pool;

/**
 * Memory that a pool may take.
 *
 * @param bytes what is left once the reserve is taken off
 * @param source which counter said what is free, and what was taken off, for people
 */
public record MemoryRoom(long bytes, String source) {
    public MemoryRoom {
        if (bytes < 0) {
            throw new IllegalArgumentException("room of %d bytes".formatted(bytes));
        }
    }
}
