package dev.bascule.execution.service;

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
 * @param trials what was tried on these devices, now or earlier in the same state of the machine, the oldest first
 */
public record HardwareFindings(
        HardwareMap map,
        SortedMap<String, String> limits,
        List<CacheFinding> caches,
        Optional<String> cachesReason,
        List<DeviceResult> trials) {

    /**
     * @param device id of the device that it was found to be about
     * @param trial what was tried, and what was seen
     */
    public record DeviceResult(String device, CapabilityResult trial) {}

    public HardwareFindings {
        trials = List.copyOf(trials);
        limits = Collections.unmodifiableSortedMap(new TreeMap<>(limits));
        caches = List.copyOf(caches);
    }

    public HardwareFindings(
            HardwareMap map, Map<String, String> limits, List<CacheFinding> caches, Optional<String> cachesReason) {
        this(map, new TreeMap<>(limits), caches, cachesReason, List.of());
    }

    /** The same with what was tried on its devices. */
    public HardwareFindings tried(HardwareMap verified, List<DeviceResult> made) {
        return new HardwareFindings(verified, limits, caches, cachesReason, made);
    }

    /**
     * @param label such as {@code L1d}
     * @param bytes of one such cache
     * @param sharedBy logical processors that share one
     * @param instances such caches in the machine
     */
    public record CacheFinding(String label, long bytes, int sharedBy, int instances) {}
}
