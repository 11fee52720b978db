package dev.bascule.scheduling.simulate.engine;

import java.util.Arrays;

/** A queue of numbers in eight bytes each. Belongs to one thread. */
final class Longs {
    private long[] ring = new long[64];
    private int first;
    private int size;

    void add(long value) {
        if (size == ring.length) {
            long[] larger = Arrays.copyOf(ring, 2 * size);
            // What had wrapped around goes behind what it follows.
            System.arraycopy(ring, 0, larger, size, first);
            ring = larger;
        }
        ring[(first + size) & (ring.length - 1)] = value;
        size++;
    }

    long take() {
        if (size == 0) {
            throw new IllegalStateException("an empty queue");
        }
        long value = ring[first];
        first = (first + 1) & (ring.length - 1);
        size--;
        return value;
    }

    int size() {
        return size;
    }
}
