package dev.bascule.fallback.hardware;

/**
 * A number that holds for a whole class of hardware by what it is, never a measurement and never a guess.
 *
 * @param kind what it is for
 * @param value in the kind's unit
 * @param source where the value comes from: a specification, or the way that the class is built
 */
public record Factor(Kind kind, long value, String source) {

    /** What a factor is for. */
    public enum Kind {
        /** Bytes that one program can address there. A model that needs more cannot be loaded. */
        ADDRESSABLE_BYTES
    }
}
