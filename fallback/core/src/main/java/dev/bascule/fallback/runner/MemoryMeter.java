package dev.bascule.fallback.runner;

import java.util.Map;
import java.util.Set;

/** Reads the memory of a runner's processes from outside. Costs the runner nothing between two calls. Thread-safe. */
public interface MemoryMeter {

    /** Forgets the peaks so far, where the system lets one. */
    void restart();

    /** Reads it now. */
    Reading read();

    /** The ids of the processes that it reads, as they are now; empty where it does not know. */
    default Set<Long> processes() {
        return Set.of();
    }

    /**
     * @param peakBytes the most that was resident since the last restart, by kind of process
     * @param currentBytes the use now by the fairest counter there is, by kind of process: what to follow over time
     * @param residentBytes what is resident now, by kind of process: the peak's own counter, what to hold against the peak
     * @param source which counters said so, and what they count twice or leave out
     */
    record Reading(
            Map<String, Long> peakBytes,
            Map<String, Long> currentBytes,
            Map<String, Long> residentBytes,
            String source) {

        public Reading {
            peakBytes = Map.copyOf(peakBytes);
            currentBytes = Map.copyOf(currentBytes);
            residentBytes = Map.copyOf(residentBytes);
        }

        /** Of one counter that tells all. */
        public Reading(Map<String, Long> peakBytes, Map<String, Long> currentBytes, String source) {
            this(peakBytes, currentBytes, currentBytes, source);
        }

        /** Over all processes; of peaks it is an upper bound, for they need not have been at the same moment. */
        public long peakTotal() {
            return total(peakBytes);
        }

        public long currentTotal() {
            return total(currentBytes);
        }

        public long residentTotal() {
            return total(residentBytes);
        }

        private static long total(Map<String, Long> bytes) {
            return bytes.values().stream().mapToLong(Long::longValue).sum();
        }
    }
}
