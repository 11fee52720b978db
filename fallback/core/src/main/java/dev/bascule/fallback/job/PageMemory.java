package dev.bascule.fallback.job;

import java.util.Collections;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The memory of a runner's whole page, as its browser measured it on request.
 *
 * @param bytes all of it; empty where the browser does not tell
 * @param breakdown bytes by what they are for, in the browser's words; need not add up to the whole
 * @param source which counter said so, and what it leaves out
 * @param reason why there is no number; empty where there is one
 */
public record PageMemory(Optional<Long> bytes, Map<String, Long> breakdown, String source, Optional<String> reason) {

    public PageMemory {
        breakdown = Collections.unmodifiableMap(new TreeMap<>(breakdown));
    }

    /** No number, and why. */
    public static PageMemory unknown(String reason) {
        return new PageMemory(Optional.empty(), Map.of(), "none", Optional.of(reason));
    }
}
