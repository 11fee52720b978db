package dev.bascule.execution.service;

import dev.bascule.fallback.backend.DeviceType;
import java.time.Instant;
import java.util.Optional;

/**
 * The result of trying a capability on a device, and what was seen. Immutable.
 *
 * @param seen what computed
 * @param capability its id
 * @param right whether the answers were right; a capability that is claimed and came out wrong is a contradiction
 * @param by who tried it: {@code test-hardware} or {@code profile}
 * @param place {@code native}, or the browser with its version
 * @param backend id
 * @param engine with its version; empty where a kernel of Bascule's own computed
 * @param at when
 * @param evidence what was seen, in words
 */
public record CapabilityResult(
        Seen seen,
        String capability,
        boolean right,
        String by,
        String place,
        String backend,
        Optional<String> engine,
        Instant at,
        String evidence) {

    /** Where no browser stands between. */
    public static final String NATIVE = "native";

    /**
     * What computed, as its evidence tells: enough to find the device again, whatever it is listed as.
     *
     * @param type the type that stands up to the evidence
     * @param software whether a program only emulates it
     * @param words what its adapter says of itself; may be empty
     */
    public record Seen(DeviceType type, boolean software, String words) {}
}
