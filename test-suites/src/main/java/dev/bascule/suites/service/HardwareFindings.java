package dev.bascule.suites.service;

import dev.bascule.fallback.hardware.HardwareMap;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The devices that {@code doctor} found.
 *
 * @param map devices, how they hang together, and what could not be looked at
 * @param limits what this process may use of the machine, by name; empty where nothing limits it
 * @param caches of the processor, as the system reports them
 * @param cachesReason why there are none; empty where there are some
 */
public record HardwareFindings(
        HardwareMap map, SortedMap<String, String> limits, List<CacheFinding> caches, Optional<String> cachesReason) {

    public HardwareFindings {
        limits = Collections.unmodifiableSortedMap(new TreeMap<>(limits));
        caches = List.copyOf(caches);
    }

    public HardwareFindings(
            HardwareMap map, Map<String, String> limits, List<CacheFinding> caches, Optional<String> cachesReason) {
        this(map, new TreeMap<>(limits), caches, cachesReason);
    }

    /**
     * @param label such as {@code L1d}
     * @param bytes of one such cache
     * @param sharedBy logical processors that share one
     * @param instances such caches in the machine
     */
    public record CacheFinding(String label, long bytes, int sharedBy, int instances) {}
}
