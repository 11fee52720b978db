package dev.bascule.execution.service;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * How one backend of one place was seen to add up products. Immutable.
 *
 * @param place {@code native}, or the browser with its version
 * @param backend id
 * @param engine with its version; empty where nobody knows
 * @param seen what computed; empty where no record shows it
 * @param at when it was asked
 * @param arithmetic operator by operator
 */
public record TargetArithmetic(
        String place,
        String backend,
        Optional<String> engine,
        Optional<CapabilityResult.Seen> seen,
        Instant at,
        List<Arithmetic> arithmetic) {

    public TargetArithmetic {
        arithmetic = List.copyOf(arithmetic);
    }

    /** What a battery's places tell; those where none was asked are left out. */
    public static List<TargetArithmetic> of(HardwareTests tests) {
        return tests.places().stream()
                .filter(place -> !place.arithmetic().isEmpty())
                .map(place -> new TargetArithmetic(
                        place.place(),
                        place.backend(),
                        place.engine(),
                        place.device(),
                        tests.startedAt(),
                        place.arithmetic()))
                .toList();
    }

    /** Whether no browser stands between. */
    public boolean isNative() {
        return place.equals(CapabilityResult.NATIVE);
    }

    /** The same, of these operators alone. */
    public TargetArithmetic with(List<Arithmetic> some) {
        return new TargetArithmetic(place, backend, engine, seen, at, some);
    }
}
