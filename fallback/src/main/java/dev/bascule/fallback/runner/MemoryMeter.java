package dev.bascule.fallback.runner;

import java.util.Map;

/** Reads the memory of a runner's processes from outside. Costs the runner nothing between two calls. Thread-safe. */
public interface MemoryMeter {

    /** Forgets the peaks so far, where the system lets one. */
    void restart();

    /** Reads it now. */
    Reading read();

    /**
     * @param peakBytes the highest use since the last restart, by kind of process
     * @param currentBytes the use now, by kind of process
     * @param source which counter said so, and what it counts twice or leaves out
     */
    record Reading(Map<String, Long> peakBytes, Map<String, Long> currentBytes, String source) {

        public Reading {
            peakBytes = Map.copyOf(peakBytes);
            currentBytes = Map.copyOf(currentBytes);
        }

        /** Over all processes; of peaks it is an upper bound, for they need not have been at the same moment. */
        public long peakTotal() {
            return peakBytes.values().stream().mapToLong(Long::longValue).sum();
        }

        public long currentTotal() {
            return currentBytes.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
