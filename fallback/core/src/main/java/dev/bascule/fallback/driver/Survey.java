package dev.bascule.fallback.driver;

/** What a driver says of its backend before any of it is loaded. Immutable. */
public sealed interface Survey {

    /** It is worth starting a child for. */
    record Ready(Footing footing) implements Survey {}

    /** It cannot work here, as its files alone show. */
    record Absent(Detection detection) implements Survey {}
}
