package dev.bascule.fallback.memory;

import java.util.Optional;
import java.util.OptionalLong;

/** Counts the memory of one process, in one of the ways that systems offer. Thread-safe. */
public interface MemoryCounter {

    /** Has the system forget a process's peak; tells whether it did. */
    boolean restart(long pid);

    /** Reads it now; empty where the process is gone or its memory is nobody's business. */
    Optional<Use> read(long pid);

    /** What it counts, for people: counters, what is counted twice, what is left out. */
    String source();

    /**
     * @param residentBytes pages in memory now, those shared with others counted in full
     * @param proportionalBytes pages in memory now, shared ones divided by the number of processes that share them
     * @param peakBytes the most that was resident since the last restart; empty where the system keeps no peak
     */
    record Use(long residentBytes, OptionalLong proportionalBytes, OptionalLong peakBytes) {}
}
