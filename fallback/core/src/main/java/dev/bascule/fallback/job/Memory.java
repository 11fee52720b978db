package dev.bascule.fallback.job;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Memory that an attempt used.
 *
 * @param peakBytes the highest use seen
 * @param source which counter said so, and what it leaves out
 * @param afterBytes the same counter's use once the session was disposed of; empty where it was not read
 * @param parts what else was counted, by name, in bytes: {@code renderer}, {@code gpu-process}, {@code js-heap} ...; the parts
 *     need not add up to the peak
 */
public record Memory(long peakBytes, String source, Optional<Long> afterBytes, Map<String, Long> parts) {

    public Memory {
        parts = Collections.unmodifiableMap(new TreeMap<>(parts));
    }

    /** A peak alone. */
    public Memory(long peakBytes, String source) {
        this(peakBytes, source, Optional.empty(), Map.of());
    }
}
